package dev.backplane.platform.dynamo;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A condition on an item, to be combined with others and passed to a write.
 *
 * <p>Attributes are given by name, or by a path such as {@code data.state} into a map.
 */
public final class Condition {

    /** The condition that always holds. */
    public static final Condition NONE = new Condition(_ -> "");

    private final Function<Placeholders, String> text;

    private Condition(Function<Placeholders, String> text) {
        this.text = text;
    }

    public static Condition exists(String path) {
        return new Condition(in -> "attribute_exists(" + in.path(path) + ")");
    }

    public static Condition absent(String path) {
        return new Condition(in -> "attribute_not_exists(" + in.path(path) + ")");
    }

    public static Condition equal(String path, AttributeValue value) {
        return comparison(path, "=", value);
    }

    /** Requires that the attribute equals a value or is absent. */
    public static Condition equal(String path, Optional<AttributeValue> value) {
        return value.map(present -> equal(path, present)).orElseGet(() -> absent(path));
    }

    /** Requires that the attribute differs from a value; an absent attribute meets this. */
    public static Condition notEqual(String path, AttributeValue value) {
        return comparison(path, "<>", value);
    }

    public static Condition less(String path, AttributeValue value) {
        return comparison(path, "<", value);
    }

    public static Condition atMost(String path, AttributeValue value) {
        return comparison(path, "<=", value);
    }

    public static Condition greater(String path, AttributeValue value) {
        return comparison(path, ">", value);
    }

    public static Condition atLeast(String path, AttributeValue value) {
        return comparison(path, ">=", value);
    }

    /** Requires a value in a range; both ends are inclusive. */
    public static Condition between(String path, AttributeValue min, AttributeValue max) {
        return new Condition(in -> in.path(path) + " BETWEEN " + in.value(min) + " AND " + in.value(max));
    }

    /** Requires a string with a prefix. */
    public static Condition beginsWith(String path, String prefix) {
        return new Condition(in -> "begins_with(" + in.path(path) + ", " + in.value(Values.text(prefix)) + ")");
    }

    /** Requires one of the given values; with no values, it never holds. */
    public static Condition oneOf(String path, Collection<AttributeValue> values) {
        return values.isEmpty()
                ? exists(path).and(absent(path))
                : new Condition(in ->
                        in.path(path) + values.stream().map(in::value).collect(Collectors.joining(", ", " IN (", ")")));
    }

    /** Requires that a set contains an element. */
    public static Condition contains(String path, AttributeValue element) {
        return new Condition(in -> "contains(" + in.path(path) + ", " + in.value(element) + ")");
    }

    /** Requires that a set does not contain an element; an absent set meets this. */
    public static Condition lacks(String path, AttributeValue element) {
        return new Condition(in -> "NOT contains(" + in.path(path) + ", " + in.value(element) + ")");
    }

    /** Requires a set of strings. */
    public static Condition isTexts(String path) {
        return new Condition(in -> "attribute_type(" + in.path(path) + ", " + in.value(Values.text("SS")) + ")");
    }

    /** Requires that a set, list or string has fewer elements than a number. */
    public static Condition sizeLess(String path, long size) {
        return new Condition(in -> "size(" + in.path(path) + ") < " + in.value(Values.number(size)));
    }

    /** Requires all of the given conditions. */
    public static Condition all(Condition... conditions) {
        return List.of(conditions).stream().reduce(NONE, Condition::and);
    }

    /** Requires at least one of the given conditions. */
    public static Condition any(Condition first, Condition... others) {
        return List.of(others).stream().reduce(first, Condition::or);
    }

    public Condition and(Condition other) {
        if (this == NONE) {
            return other;
        }
        return other == NONE ? this : new Condition(in -> text.apply(in) + " AND " + other.text.apply(in));
    }

    /** Requires this condition or another one. */
    public Condition or(Condition other) {
        return this == NONE || other == NONE
                ? NONE
                : new Condition(in -> "(" + text.apply(in) + " OR " + other.text.apply(in) + ")");
    }

    private static Condition comparison(String path, String operator, AttributeValue value) {
        return new Condition(in -> in.path(path) + " " + operator + " " + in.value(value));
    }

    boolean isNone() {
        return this == NONE;
    }

    /** Returns the expression, and adds its names and values to the request. */
    String in(Placeholders placeholders) {
        return text.apply(placeholders);
    }

    /**
     * The names and values in the expressions of one request; every name has a placeholder, because many are reserved
     * words.
     */
    static final class Placeholders {

        private final Map<String, String> names = new HashMap<>();
        private final Map<String, AttributeValue> values = new HashMap<>();

        /** Returns the placeholders of a path such as {@code data.state}. */
        String path(String path) {
            StringBuilder placeholders = new StringBuilder();
            for (String name : path.split("\\.", -1)) {
                names.put("#" + name, name);
                placeholders.append(placeholders.isEmpty() ? "#" : ".#").append(name);
            }
            return placeholders.toString();
        }

        String value(AttributeValue value) {
            String placeholder = ":v" + values.size();
            values.put(placeholder, value);
            return placeholder;
        }

        /** Returns the names, or null if there are none: DynamoDB rejects an empty map. */
        @Nullable Map<String, String> names() {
            return names.isEmpty() ? null : names;
        }

        /** Returns the values, or null if there are none: DynamoDB rejects an empty map. */
        @Nullable Map<String, AttributeValue> values() {
            return values.isEmpty() ? null : values;
        }
    }
}
