package dev.backplane.local.iam;

import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/** A condition of a statement: a condition key must match one of the values. */
record Condition(String operator, String key, List<String> values) {

    private static final Set<String> KEYS = Set.of(
            "aws:SecureTransport",
            "aws:SourceArn",
            "aws:SourceAccount",
            "iam:PassedToService",
            "cloudformation:RoleArn",
            "cloudformation:TemplateUrl",
            "s3:TlsVersion");
    private static final Set<String> OPERATORS =
            Set.of("Bool", "StringEquals", "StringLike", "ArnEquals", "ArnLike", "NumericLessThan");

    /** Returns whether the condition is supported. */
    boolean isKnown() {
        return OPERATORS.contains(operator) && KEYS.stream().anyMatch(key::equalsIgnoreCase);
    }

    boolean holds(RequestContext context) {
        BiPredicate<String, String> test = switch (operator) {
            case "StringEquals" -> String::equals;
            case "Bool" -> String::equalsIgnoreCase;
            case "NumericLessThan" -> (fact, value) -> Double.parseDouble(fact) < Double.parseDouble(value);
            default -> (fact, value) -> Wildcard.ofResource(value).matches(fact);
        };
        return context.fact(key)
                .filter(fact -> values.stream().anyMatch(value -> test.test(fact, value)))
                .isPresent();
    }
}
