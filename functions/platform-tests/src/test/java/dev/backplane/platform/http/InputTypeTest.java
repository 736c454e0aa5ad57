package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.testing.TestClock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputTypeTest {

    private enum Color {
        RED,
        GREEN
    }

    private static <T> T read(InputType<T> type, String json) {
        try {
            return type.read(JsonValue.parse(json));
        } catch (JsonSyntaxException e) {
            throw new AssertionError(json, e);
        }
    }

    private static void assertRefused(InputType<?> type, String json, String message) {
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> read(type, json))
                .withMessage(message);
    }

    @Test
    void text_isWhatTheDomainMakesOfIt() {
        InputType<String> upper = InputType.text(text -> text.toUpperCase(Locale.ROOT));

        assertThat(read(upper, "\"é\"")).isEqualTo("É");
        assertRefused(upper, "5", "must be a string, but is a number");
        assertRefused(upper, "null", "must be a string, but is null");
        assertRefused(upper, "[\"a\"]", "must be a string, but is an array");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-05T00:00:00.001Z, 2026-01-05T00:00:01Z",
        "2026-01-05T00:00:01Z, 2026-01-05T00:00:01Z",
        "2026-01-05T02:00:00+01:00, 2026-01-05T01:00:00Z",
        "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z"
    })
    void futureTime_isRoundedUpToASecond(String text, Instant time) {
        assertThat(read(InputType.futureTime(new TestClock()), "\"" + text + "\""))
                .isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-05T00:00:00Z",
                "2025-12-31T00:00:00Z",
                "9999-12-31T23:59:59.001Z",
                "+1000000000-12-31T23:59:59.999999999Z"
            })
    void futureTime_whenItIsPastOrBeyondTheYear9999_isRefused(String text) {
        assertRefused(
                InputType.futureTime(new TestClock()),
                "\"" + text + "\"",
                "must be a time in the future, before the year 10000");
    }

    @Test
    void futureTime_whenTheTextIsNotATime_isRefused() {
        assertRefused(
                InputType.futureTime(new TestClock()),
                "\"tomorrow\"",
                "must be an ISO-8601 time, such as 2026-01-05T00:00:00.000Z");
    }

    @Test
    void texts_areAnArrayOfLimitedSize_whoseElementsAreAllValid() {
        InputType<List<String>> upper = InputType.texts(2, text -> text.toUpperCase(Locale.ROOT));

        assertThat(read(upper, "[\"a\",\"b\"]")).containsExactly("A", "B");
        assertThat(read(upper, "[]")).isEmpty();
        assertRefused(upper, "[\"a\",\"b\",\"c\"]", "must be an array of at most 2 strings");
        assertRefused(upper, "\"a\"", "must be an array of at most 2 strings");
        assertRefused(upper, "[1]", "must be a string, but is a number");
    }

    @ParameterizedTest
    @CsvSource({"1,1", "10,10", "007,7"})
    void integer_whenInBounds_isRead(String text, int number) {
        assertThat(read(InputType.integer(1, 10), "\"" + text + "\"")).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "+5", "11", "5.0", "1e1", "0x5", " 5", "five", "99999999999", "５"})
    void integer_whenTheTextIsNotAWholeNumberInBounds_isRefused(String text) {
        assertRefused(InputType.integer(1, 10), "\"" + text + "\"", "must be a whole number from 1 to 10");
    }

    @Test
    void number_isAWholeNumberInBounds_andNotAText() {
        InputType<Integer> number = InputType.number(5, 43_200);

        assertThat(read(number, "43200")).isEqualTo(43_200);
        for (String bad : List.of("4", "43201", "5.5", "-6", "1e3", "99999999999")) {
            assertRefused(number, bad, "must be a whole number from 5 to 43200");
        }
        assertRefused(number, "\"60\"", "must be a number, but is a string");
    }

    @ParameterizedTest
    @ValueSource(strings = {"True", "1", "yes", "", "null"})
    void flag_whenTheTextIsNeitherTrueNorFalse_isRefused(String text) {
        assertRefused(InputType.flag(), "\"" + text + "\"", "must be true or false");
    }

    @Test
    void flag_whenTheTextIsTrueOrFalse_isRead() {
        assertThat(read(InputType.flag(), "\"true\"")).isTrue();
        assertThat(read(InputType.flag(), "\"false\"")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"'\"true\"', a string", "1, a number", "[], an array", "{}, an object", "null, null"})
    void bool_whenTheMemberIsOfAnotherKind_isRefused(String json, String kind) {
        assertRefused(InputType.bool(), json, "must be true or false, but is " + kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"green", "", "GREEN ", "BLUE"})
    void oneOf_whenTheNameIsNotExact_isRefused(String name) {
        assertRefused(InputType.oneOf(Color.class), "\"" + name + "\"", "must be one of RED, GREEN");
    }

    @Test
    void oneOf_whenTheNameIsExact_isRead() {
        assertThat(read(InputType.oneOf(Color.class), "\"GREEN\"")).isEqualTo(Color.GREEN);
    }

    @Test
    void json_isMeasuredInBytesOfItsCompactForm() {
        assertThat(read(InputType.json(5), "[ 1, 2 ]")).isEqualTo("[1,2]");
        assertThat(read(InputType.json(7), "\"é€\"")).isEqualTo("\"é€\"");
        assertRefused(InputType.json(7), "\"é€é\"", "must be at most 7 bytes of compact JSON");
    }

    @Test
    void reason_isCountedInCharacters_andKeptAsItIs() {
        assertThat(read(InputType.reason(), "\" no longer needed \"")).isEqualTo(" no longer needed ");
        assertThat(read(InputType.reason(), "\"" + "😀".repeat(256) + "\"")).isEqualTo("😀".repeat(256));
        for (String bad : List.of("", " ", "é".repeat(257))) {
            assertRefused(InputType.reason(), "\"" + bad + "\"", "must be 1 to 256 characters");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\\nb", "\\u0000a", "a\\u0085"})
    void reason_whenItHasAControlCharacter_isRefused(String text) {
        assertRefused(InputType.reason(), "\"" + text + "\"", "must not have control characters");
    }
}
