package dev.backplane.platform.http;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Text;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Converts a value from a request to a domain value. */
@FunctionalInterface
public interface InputType<T> {

    /**
     * Converts a value.
     *
     * @throws InvalidValueException if it is invalid, with a message for the caller
     */
    T read(JsonValue value);

    /** A string that the domain parses. */
    static <T> InputType<T> text(Function<String, T> parser) {
        return value -> {
            if (value instanceof Text(String text)) {
                return parser.apply(text);
            }
            throw new InvalidValueException("must be a string and is " + value.kind());
        };
    }

    /** Why a caller changes something, in the caller's own words. */
    static InputType<String> reason() {
        return text(reason -> {
            if (reason.isBlank() || reason.codePointCount(0, reason.length()) > 256) {
                throw new InvalidValueException("must be 1 to 256 characters");
            }
            if (reason.codePoints().anyMatch(Character::isISOControl)) {
                throw new InvalidValueException("must not have control characters");
            }
            return reason;
        });
    }

    /** One of the names of an enum. */
    static <E extends Enum<E>> InputType<E> oneOf(Class<E> type) {
        E[] constants = type.getEnumConstants();
        return text(name -> Arrays.stream(constants)
                .filter(constant -> constant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be one of "
                        + Arrays.stream(constants).map(Enum::name).collect(Collectors.joining(", ")))));
    }

    /** A boolean in the body. */
    static InputType<Boolean> bool() {
        return value -> {
            if (value instanceof Bool(boolean bool)) {
                return bool;
            }
            throw new InvalidValueException("must be true or false and is " + value.kind());
        };
    }

    /** A boolean in the query. */
    static InputType<Boolean> flag() {
        return text(value -> switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new InvalidValueException("must be true or false");
        });
    }

    /** A whole number within bounds, in the path or query. */
    static InputType<Integer> integer(int least, int most) {
        String message = "must be a whole number from " + least + " to " + most;
        return text(value -> {
            if (!value.matches("[0-9]{1,9}")) {
                throw new InvalidValueException(message);
            }
            int number = Integer.parseInt(value);
            if (number < least || number > most) {
                throw new InvalidValueException(message);
            }
            return number;
        });
    }

    /** A whole number within bounds, in the body. */
    static InputType<Integer> number(int least, int most) {
        InputType<Integer> digits = integer(least, most);
        return value -> {
            if (value instanceof Num(String literal)) {
                return digits.read(new Text(literal));
            }
            throw new InvalidValueException("must be a number and is " + value.kind());
        };
    }

    /** Any JSON value, as compact text of limited size. */
    static InputType<String> json(int maxBytes) {
        return value -> {
            String compact = value.compact();
            if (compact.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
                throw new InvalidValueException("must be at most " + maxBytes + " bytes of compact JSON");
            }
            return compact;
        };
    }
}
