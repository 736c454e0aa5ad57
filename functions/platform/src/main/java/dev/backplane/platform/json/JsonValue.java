package dev.backplane.platform.json;

import java.util.List;
import java.util.Map;

/** A JSON value that keeps what was written: members in order, numbers digit for digit. */
public sealed interface JsonValue {

    /** An object; its members keep their order. */
    record Obj(Map<String, JsonValue> members) implements JsonValue {}

    /** An array. */
    record Arr(List<JsonValue> elements) implements JsonValue {}

    /** A string, unescaped. */
    record Text(String value) implements JsonValue {}

    /** A number as it was written, so that none loses digits. */
    record Num(String literal) implements JsonValue {}

    /** True or false. */
    record Bool(boolean value) implements JsonValue {}

    /** The literal null. */
    record Null() implements JsonValue {}

    /** Reads one JSON value, which must be the whole text. */
    static JsonValue parse(String text) throws JsonSyntaxException {
        return new JsonParser(text).parse();
    }

    /** Prints this value without white space. */
    default String compact() {
        StringBuilder out = new StringBuilder();
        JsonPrinter.print(this, out);
        return out.toString();
    }

    /** Says whether every text, names of members included, has a UTF-8 form: no surrogate is unpaired. */
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

    /** Says what kind of value this is, in the words of a message to a caller. */
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
