package dev.backplane.platform.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Null;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonParserTest {

    static Stream<Arguments> values() {
        return Stream.of(
                Arguments.of("{}", new Obj(Map.of())),
                Arguments.of("[]", new Arr(List.of())),
                Arguments.of("true", new Bool(true)),
                Arguments.of("false", new Bool(false)),
                Arguments.of("null", new Null()),
                Arguments.of("\"\"", new Text("")),
                Arguments.of(" \t\r\n1\n\r\t ", new Num("1")),
                Arguments.of(
                        " { \"a\" : [ 1 , { } ] } ",
                        new Obj(Map.of("a", new Arr(List.of(new Num("1"), new Obj(Map.of())))))),
                Arguments.of("{\"\":{\"\":null}}", new Obj(Map.of("", new Obj(Map.of("", new Null()))))),
                Arguments.of("[[],[[]]]", new Arr(List.of(new Arr(List.of()), new Arr(List.of(new Arr(List.of())))))));
    }

    @ParameterizedTest
    @MethodSource("values")
    void parse_readsEveryKindOfValue(String text, JsonValue value) throws JsonSyntaxException {
        assertThat(JsonValue.parse(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "-1",
                "10",
                "0.0",
                "-0.5",
                "1e5",
                "1E+5",
                "1e-05",
                "0e0",
                "0.10e007",
                "123456789012345678901234567890",
                "1e999999999999",
                "0.1000000000000000055511151231257827021181583404541015625"
            })
    void parse_keepsNumbersDigitForDigit(String number) throws JsonSyntaxException {
        assertThat(JsonValue.parse(number)).isEqualTo(new Num(number));
        assertThat(JsonValue.parse("[" + number + "]").compact()).isEqualTo("[" + number + "]");
    }

    @Test
    void parse_whenANumberIsHuge_readsItWithoutComputingIt() throws JsonSyntaxException {
        String digits = "9".repeat(1_000_000);

        assertThat(JsonValue.parse(digits)).isEqualTo(new Num(digits));
        assertThat(JsonValue.parse("1." + digits + "e-" + digits)).isEqualTo(new Num("1." + digits + "e-" + digits));
    }

    static Stream<Arguments> strings() {
        return Stream.of(
                Arguments.of("\"plain\"", "plain"),
                Arguments.of("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"),
                Arguments.of("\"\\u0041\\u00e9\\u00E9\"", "Aéé"),
                Arguments.of("\"\\u0000\"", "\0"),
                Arguments.of("\"\u007f\u0080\u2028\ufeff\"", "\u007f\u0080\u2028\ufeff"),
                Arguments.of("\"\uD83D\uDE00\"", "😀"),
                Arguments.of("\"\\uD83D\\uDE00\"", "😀"),
                Arguments.of("\"\\uD83D\"", "\uD83D"),
                Arguments.of("\"\\uDE00\\uD83D\"", "\uDE00\uD83D"),
                Arguments.of("\"\\\\u0041\"", "\\u0041"));
    }

    @ParameterizedTest
    @MethodSource("strings")
    void parse_unescapesStrings(String text, String value) throws JsonSyntaxException {
        assertThat(JsonValue.parse(text)).isEqualTo(new Text(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\0",
                "\f1",
                "\u00a01",
                "\ufeff{}",
                "{",
                "}",
                "[",
                "]",
                "\"",
                "-",
                "+1",
                "01",
                "-01",
                ".5",
                "1.",
                "1.e5",
                "1e",
                "1e+",
                "0x1",
                "1_000",
                "NaN",
                "Infinity",
                "-Infinity",
                "--1",
                "1,5",
                "１",
                "tru",
                "True",
                "TRUE",
                "truefalse",
                "nul",
                "nulll",
                "undefined",
                "[1,]",
                "[,1]",
                "[1 2]",
                "[1",
                "[1,",
                "[1}",
                "[1]]",
                "[\"a\"",
                "[,]",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{,}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":1",
                "{\"a\":1]",
                "{1:1}",
                "{\"a\" 1}",
                "{\"a\"::1}",
                "{\"a\":1 \"b\":2}",
                "{\"a\":1,,\"b\":2}",
                "{null:1}",
                "'a'",
                "\"a",
                "\"\\\"",
                "\"\\",
                "\"\\x41\"",
                "\"\\'\"",
                "\"\\u\"",
                "\"\\u12\"",
                "\"\\u12G4\"",
                "\"\\U0041\"",
                "\"\\u+041\"",
                "\"\\u００４１\"",
                "\"\\\n\"",
                "\"\t\"",
                "\"\n\"",
                "\"\0\"",
                "\"\u001f\"",
                "{\"\u0001\":1}",
                "1 2",
                "{} {}",
                "[] x",
                "null,",
                "\"a\"b",
                "{}//",
                "/* c */ 1",
                "// c\n1",
                "# c\n1"
            })
    void parse_whenTheTextIsNotJson_isRefused(String text) {
        assertThatThrownBy(() -> JsonValue.parse(text)).isInstanceOf(JsonSyntaxException.class);
    }

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("", "unexpected end, expected a value at character 1"),
                Arguments.of("{\"a\":1,}", "expected a member name in double quotes at character 8"),
                Arguments.of("[1 2]", "expected ']' at character 4"),
                Arguments.of("{\"a\" 1}", "expected ':' at character 6"),
                Arguments.of("\"abc", "unexpected end, string without an end at character 5"),
                Arguments.of("\"a\tb\"", "control character inside a string at character 3"),
                Arguments.of("\"\\x\"", "unknown escape in a string at character 3"),
                Arguments.of("\"\\u12G4\"", "expected four hexadecimal digits at character 6"),
                Arguments.of("{} x", "text after the end of the value at character 4"),
                Arguments.of("{\"a\":1,\"a\":2}", "member name used twice in one object at character 8"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void parse_whenTheTextIsNotJson_saysWhereAndWhy(String text, String message) {
        assertThatThrownBy(() -> JsonValue.parse(text)).hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"b\":2,\"\\u0061\":3}",
                "[{\"\":1,\"\":1}]",
                "{\"a\":null,\"a\":1}"
            })
    void parse_whenAnObjectHasANameTwice_isRefused(String text) {
        assertThatThrownBy(() -> JsonValue.parse(text)).hasMessageContaining("used twice");
    }

    @Test
    void parse_whenTwoObjectsShareAName_readsBoth() throws JsonSyntaxException {
        assertThat(JsonValue.parse("[{\"a\":1},{\"a\":{\"a\":2}}]").compact())
                .isEqualTo("[{\"a\":1},{\"a\":{\"a\":2}}]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":", " [ "})
    void parse_whenNestedWithoutEnd_isRefusedBeforeTheStackIsUsedUp(String level) {
        assertThatThrownBy(() -> JsonValue.parse(level.repeat(500_000)))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessageContaining("nested more than 128 levels deep");
    }

    @Test
    void parse_whenNestedAsDeepAsAllowed_readsIt() throws JsonSyntaxException {
        String deepest = "[".repeat(JsonParser.MAX_DEPTH) + "]".repeat(JsonParser.MAX_DEPTH);

        assertThat(JsonValue.parse(deepest).compact()).isEqualTo(deepest);
        assertThatThrownBy(() -> JsonValue.parse("[" + deepest + "]")).hasMessageContaining("nested");
    }

    @Test
    void parse_whenManyValuesStandSideBySide_countsNoDepth() throws JsonSyntaxException {
        String wide = "[" + "[],".repeat(10_000) + "{}]";

        assertThat(JsonValue.parse(wide).compact()).isEqualTo(wide);
    }

    @Test
    void parse_keepsMembersInTheirOrder() throws JsonSyntaxException {
        String text = "{\"z\":1,\"a\":2,\"m\":3}";

        assertThat(JsonValue.parse(text).compact()).isEqualTo(text);
    }
}
