package dev.backplane.local.iam;

import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/** A condition of a statement: the value of a condition key must match one of the given values. */
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
    boolean isSupported() {
        return OPERATORS.contains(operator) && KEYS.stream().anyMatch(key::equalsIgnoreCase);
    }

    boolean holds(RequestContext context) {
        BiPredicate<String, String> test = switch (operator) {
            case "StringEquals" -> String::equals;
            case "Bool" -> String::equalsIgnoreCase;
            case "NumericLessThan" -> (actual, value) -> Double.parseDouble(actual) < Double.parseDouble(value);
            default -> (actual, value) -> Wildcard.ofResource(value).matches(actual);
        };
        return context.value(key)
                .filter(actual -> values.stream().anyMatch(value -> test.test(actual, value)))
                .isPresent();
    }
}
