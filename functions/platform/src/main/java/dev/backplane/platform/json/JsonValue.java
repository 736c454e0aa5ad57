package dev.backplane.platform.json;

import java.util.List;
import java.util.Map;

/** A JSON value that keeps the order of members and the digits of numbers. */
public sealed interface JsonValue {

    record Obj(Map<String, JsonValue> members) implements JsonValue {}

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
        JsonPrinter.print(this, out);
        return out.toString();
    }

    /** Returns whether all strings, including member names, have a UTF-8 form: no surrogate is unpaired. */
    default boolean isWellFormed() {
        return switch (this) {
            case Obj(var members) ->
                members.entrySet().stream()
                        .allMatch(member -> Surrogates.arePaired(member.getKey())
                                && member.getValue().isWellFormed());
            case Arr(var elements) -> elements.stream().allMatch(JsonValue::isWellFormed);
            case Text(String text) -> Surrogates.arePaired(text);
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
