package dev.backplane.platform.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A JSON value that keeps the order of members and the digits of numbers. */
public sealed interface JsonValue {

    record Obj(Map<String, JsonValue> members) implements JsonValue {

        /** Returns an object with members in the given order. */
        @SafeVarargs
        public static Obj of(Map.Entry<String, ? extends JsonValue>... members) {
            Map<String, JsonValue> ordered = new LinkedHashMap<>();
            for (Map.Entry<String, ? extends JsonValue> member : members) {
                ordered.put(member.getKey(), member.getValue());
            }
            return new Obj(ordered);
        }

        /** Returns a member that is a string. */
        public Optional<String> findText(String name) {
            return members.get(name) instanceof Text(String text) ? Optional.of(text) : Optional.empty();
        }

        /** Returns a member that is an object. */
        public Optional<Obj> findObject(String name) {
            return members.get(name) instanceof Obj object ? Optional.of(object) : Optional.empty();
        }

        /** Returns the elements of a member that is an array, or none. */
        public List<JsonValue> elements(String name) {
            return members.get(name) instanceof Arr(var elements) ? elements : List.of();
        }
    }

    record Arr(List<JsonValue> elements) implements JsonValue {}

    /** A string, unescaped. */
    record Text(String value) implements JsonValue {}

    /** A number in its original notation, so that no digits are lost. */
    record Num(String literal) implements JsonValue {}

    record Bool(boolean value) implements JsonValue {}

    record Null() implements JsonValue {}

    /** Parses a string that contains exactly one JSON value. */
    static JsonValue parse(String text) throws JsonSyntaxException {
        return new JsonParser(text).parse();
    }

    /** Prints this value without white space. */
    default String compact() {
        StringBuilder out = new StringBuilder();
        print(this, out);
        return out.toString();
    }

    private static void print(JsonValue value, StringBuilder out) {
        switch (value) {
            case Obj(var members) -> printObject(members, out);
            case Arr(var elements) -> {
                char separator = '[';
                for (JsonValue element : elements) {
                    out.append(separator);
                    print(element, out);
                    separator = ',';
                }
                out.append(elements.isEmpty() ? "[]" : "]");
            }
            case Text(String text) -> Json.writeText(text, out);
            case Num(String literal) -> out.append(literal);
            case Bool(boolean bool) -> out.append(bool);
            case Null _ -> out.append("null");
        }
    }

    private static void printObject(Map<String, JsonValue> members, StringBuilder out) {
        char separator = '{';
        for (Map.Entry<String, JsonValue> member : members.entrySet()) {
            out.append(separator);
            Json.writeText(member.getKey(), out);
            out.append(':');
            print(member.getValue(), out);
            separator = ',';
        }
        out.append(members.isEmpty() ? "{}" : "}");
    }

    /** Returns this value with the members of every object in the order of their names. */
    default JsonValue sorted() {
        return switch (this) {
            case Obj(var members) -> {
                Map<String, JsonValue> byName = new TreeMap<>();
                members.forEach((name, value) -> byName.put(name, value.sorted()));
                yield new Obj(byName);
            }
            case Arr(var elements) ->
                new Arr(elements.stream().map(JsonValue::sorted).toList());
            case Text _, Num _, Bool _, Null _ -> this;
        };
    }

    /** Returns whether all strings, including member names, have a UTF-8 form: no surrogate is unpaired. */
    default boolean isWellFormed() {
        return switch (this) {
            case Obj(var members) ->
                members.entrySet().stream()
                        .allMatch(member -> Json.isWellFormed(member.getKey())
                                && member.getValue().isWellFormed());
            case Arr(var elements) -> elements.stream().allMatch(JsonValue::isWellFormed);
            case Text(String text) -> Json.isWellFormed(text);
            case Num _, Bool _, Null _ -> true;
        };
    }

    /** Returns the kind of the value for messages to callers. */
    default String kind() {
        return switch (this) {
            case Obj _ -> "an object";
            case Arr _ -> "an array";
            case Text _ -> "a string";
            case Num _ -> "a number";
            case Bool _ -> "a boolean";
            case Null _ -> "null";
        };
    }
}
