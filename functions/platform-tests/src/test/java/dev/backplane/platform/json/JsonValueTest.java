package dev.backplane.platform.json;

import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Null;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JsonValueTest {

    private static final char[] CHARACTERS =
            "aZ09 \"\\/\b\f\n\r\t\0\u001f\u007fé\u2028\uFEFF\uD83D\uDE00\uFFFF'<&".toCharArray();

    @Test
    void compact_printsEveryKindWithoutSpace() {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("text", new Text("a b"));
        members.put("list", new Arr(List.of(new Num("1.50"), new Bool(true), new Bool(false), new Null())));
        members.put("none", new Arr(List.of()));
        members.put("empty", new Obj(Map.of()));

        assertThat(new Obj(members).compact())
                .isEqualTo("{\"text\":\"a b\",\"list\":[1.50,true,false,null],\"none\":[],\"empty\":{}}");
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("\"\\/", "\"\\\"\\\\/\""),
                Arguments.of("\n\r\t\b\f", "\"\\n\\r\\t\\b\\f\""),
                Arguments.of("\0\u001f\u007f", "\"\\u0000\\u001f\u007f\""),
                Arguments.of("é😀", "\"é😀\""),
                Arguments.of("\uD83D", "\"\\ud83d\""),
                Arguments.of("\uDE00\uD83D", "\"\\ude00\\ud83d\""),
                Arguments.of("\uD83D\uD83D\uDE00\uDE00", "\"\\ud83d😀\\ude00\""));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void compact_escapesWhatJsonOrUtf8CannotHold(String text, String printed) {
        assertThat(new Text(text).compact()).isEqualTo(printed);
    }

    @Test
    void compact_ofAnyValue_isReadBackEqualAfterAWayThroughUtf8() throws JsonSyntaxException {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            JsonValue value = value(random, 4);
            byte[] bytes = value.compact().getBytes(StandardCharsets.UTF_8);
            assertThat(JsonValue.parse(new String(bytes, StandardCharsets.UTF_8)))
                    .isEqualTo(value);
        }
    }

    @Test
    void compact_ofAnyValue_isJsonToOtherReaders() {
        Random random = new Random(11);
        for (int i = 0; i < 200; i++) {
            JsonValue value = value(random, 3);
            assertThatJson(value.compact()).isEqualTo(value.compact());
        }
    }

    private static JsonValue value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> new Text(text(random));
            case 1 ->
                new Num(List.of("0", "-1", "2.50", "1e5", "12345678901234567890")
                        .get(random.nextInt(5)));
            case 2 -> new Bool(random.nextBoolean());
            case 3 -> new Null();
            case 4 -> {
                List<JsonValue> elements = new ArrayList<>();
                random.ints(random.nextInt(4)).forEach(_ -> elements.add(value(random, depth - 1)));
                yield new Arr(elements);
            }
            default -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                random.ints(random.nextInt(4)).forEach(_ -> members.put(text(random), value(random, depth - 1)));
                yield new Obj(members);
            }
        };
    }

    private static String text(Random random) {
        StringBuilder out = new StringBuilder();
        random.ints(random.nextInt(8), 0, CHARACTERS.length).forEach(index -> out.append(CHARACTERS[index]));
        return out.toString();
    }

    @Test
    void kind_namesTheValueForAMessage() {
        assertThat(Stream.of(
                                new Obj(Map.of()),
                                new Arr(List.of()),
                                new Text(""),
                                new Num("1"),
                                new Bool(true),
                                new Null())
                        .map(JsonValue::kind))
                .containsExactly("an object", "an array", "a string", "a number", "a boolean", "null");
    }

    @Test
    void writePage_printsItemsAndTheNextCursor() {
        assertThat(Json.writePage(String.class, List.of("a", "b\""), Optional.of("next\"")))
                .isEqualTo("{\"items\":[\"a\",\"b\\\"\"],\"next\":\"next\\\"\"}");
    }

    @Test
    void writePage_whenItIsTheLast_printsNullForTheNext() {
        assertThat(Json.writePage(String.class, List.of(), Optional.empty())).isEqualTo("{\"items\":[],\"next\":null}");
    }

    @Test
    void members_areFoundByNameAndType() throws Exception {
        Obj object = (Obj) JsonValue.parse("{\"text\":\"a\",\"object\":{\"b\":\"c\"},\"list\":[1],\"null\":null}");

        assertThat(object.findText("text")).contains("a");
        assertThat(object.findObject("object").flatMap(member -> member.findText("b")))
                .contains("c");
        assertThat(object.elements("list")).containsExactly(new Num("1"));
        for (String other : List.of("null", "none")) {
            assertThat(object.findText(other)).isEmpty();
            assertThat(object.findObject(other)).isEmpty();
            assertThat(object.elements(other)).isEmpty();
        }
        assertThat(object.findText("object")).isEmpty();
        assertThat(object.findObject("text")).isEmpty();
    }
}
