package dev.backplane.local.iam;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/** A condition of a statement: the value of a condition key must match one of the given values. */
record Condition(String operator, String key, List<String> values) {

    private static final Set<String> KEYS = Set.of(
            "aws:CurrentTime",
            "aws:PrincipalAccount",
            "aws:PrincipalArn",
            "aws:SecureTransport",
            "aws:SourceArn",
            "aws:SourceAccount",
            "aws:TokenIssueTime",
            "iam:PassedToService",
            "kms:ViaService",
            "cloudformation:RoleArn",
            "cloudformation:TemplateUrl",
            "s3:TlsVersion",
            "sts:ExternalId",
            "sts:RoleSessionName");
    private static final List<String> PREFIXES =
            List.of("aws:PrincipalTag/", "aws:RequestTag/", "kms:EncryptionContext:");
    private static final Set<String> DATES =
            Set.of("DateLessThan", "DateLessThanEquals", "DateGreaterThan", "DateGreaterThanEquals");
    private static final Set<String> NEGATED = Set.of("StringNotEquals", "StringNotLike", "ArnNotEquals", "ArnNotLike");
    private static final Set<String> OPERATORS =
            Set.of("Bool", "StringEquals", "StringLike", "ArnEquals", "ArnLike", "NumericLessThan");

    /** Returns whether the condition is supported. */
    boolean isSupported() {
        boolean dates = DATES.contains(operator)
                && values.stream().allMatch(value -> time(value).isPresent());
        return (dates || OPERATORS.contains(operator) || NEGATED.contains(operator))
                && (KEYS.stream().anyMatch(key::equalsIgnoreCase)
                        || PREFIXES.stream()
                                .anyMatch(prefix -> key.regionMatches(true, 0, prefix, 0, prefix.length())));
    }

    /** Returns whether the condition is met; without a value of the key, only a negated operator is. */
    boolean holds(RequestContext context) {
        Optional<String> actual = context.value(key);
        if (NEGATED.contains(operator)) {
            return actual.filter(this::matchesAny).isEmpty();
        }
        return actual.filter(this::matchesAny).isPresent();
    }

    private boolean matchesAny(String actual) {
        BiPredicate<String, String> test = DATES.contains(operator)
                ? this::compareTimes
                : switch (operator) {
                    case "StringEquals", "StringNotEquals" -> String::equals;
                    case "Bool" -> String::equalsIgnoreCase;
                    case "NumericLessThan" -> (one, other) -> Double.parseDouble(one) < Double.parseDouble(other);
                    default -> (one, pattern) -> Wildcard.ofResource(pattern).matches(one);
                };
        return values.stream().anyMatch(value -> test.test(actual, value));
    }

    private boolean compareTimes(String actual, String value) {
        int order = time(actual).orElseThrow().compareTo(time(value).orElseThrow());
        return switch (operator) {
            case "DateLessThan" -> order < 0;
            case "DateLessThanEquals" -> order <= 0;
            case "DateGreaterThan" -> order > 0;
            default -> order >= 0;
        };
    }

    private static Optional<Instant> time(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
