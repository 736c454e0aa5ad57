package dev.backplane.platform.http;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Text;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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

    /** Reads a string and parses it. */
    static <T> InputType<T> text(Function<String, T> parser) {
        return value -> {
            if (value instanceof Text(String text)) {
                return parser.apply(text);
            }
            throw new InvalidValueException("must be a string, but is " + value.kind());
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

    /** Reads a boolean in the body. */
    static InputType<Boolean> bool() {
        return value -> {
            if (value instanceof Bool(boolean bool)) {
                return bool;
            }
            throw new InvalidValueException("must be true or false, but is " + value.kind());
        };
    }

    /** Reads a boolean in the query. */
    static InputType<Boolean> flag() {
        return text(value -> switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new InvalidValueException("must be true or false");
        });
    }

    /** Reads a whole number in the path or query; both bounds are inclusive. */
    static InputType<Integer> integer(int min, int max) {
        String message = "must be a whole number from " + min + " to " + max;
        return text(value -> {
            if (!value.matches("[0-9]{1,9}")) {
                throw new InvalidValueException(message);
            }
            int number = Integer.parseInt(value);
            if (number < min || number > max) {
                throw new InvalidValueException(message);
            }
            return number;
        });
    }

    /** Reads a whole number in the body; both bounds are inclusive. */
    static InputType<Integer> number(int min, int max) {
        InputType<Integer> digits = integer(min, max);
        return value -> {
            if (value instanceof Num(String literal)) {
                return digits.read(new Text(literal));
            }
            throw new InvalidValueException("must be a number, but is " + value.kind());
        };
    }

    /** Reads a time in the future, rounded up to a second, because rows expire by the second. */
    static InputType<Instant> futureTime(Clock clock) {
        return text(text -> {
            Instant time = time(text);
            if (!time.isAfter(clock.instant()) || time.isAfter(Times.LAST_SECOND)) {
                throw new InvalidValueException("must be a time in the future, before the year 10000");
            }
            return time.plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
        });
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new InvalidValueException("must be an ISO-8601 time, such as 2026-01-05T00:00:00.000Z", e);
        }
    }

    /** Reads an array of strings and parses each. */
    static InputType<List<String>> texts(int most, UnaryOperator<String> parser) {
        InputType<String> element = text(parser);
        return value -> {
            if (value instanceof Arr(List<JsonValue> elements) && elements.size() <= most) {
                return elements.stream().map(element::read).toList();
            }
            throw new InvalidValueException("must be an array of at most " + most + " strings");
        };
    }

    /** Reads any JSON value as compact JSON of limited size. */
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
