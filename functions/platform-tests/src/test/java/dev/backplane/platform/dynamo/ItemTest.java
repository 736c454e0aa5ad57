package dev.backplane.platform.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.platform.Actor;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemTest {

    private static Item ofJson(String json) {
        try {
            return Item.ofJson((Obj) JsonValue.parse(json));
        } catch (JsonSyntaxException e) {
            throw new AssertionError(json, e);
        }
    }

    @Test
    void ofJson_readsAttributesOfEveryType() {
        Item item = ofJson("""
                {"s": {"S": "text"}, "n": {"N": "42"}, "bool": {"BOOL": true}, "null": {"NULL": true},
                 "b": {"B": "AQI="}, "ss": {"SS": ["a", "b"]}, "ns": {"NS": ["1"]}, "bs": {"BS": ["AQ=="]},
                 "l": {"L": [{"S": "x"}]}, "m": {"M": {"inner": {"S": "y"}}}}""");

        assertThat(item.text("s")).isEqualTo("text");
        assertThat(item.number("n")).isEqualTo(42);
        assertThat(item.flag("bool")).isTrue();
        assertThat(item.texts("ss")).containsExactly("a", "b");
        assertThat(item.map("m").text("inner")).isEqualTo("y");
        assertThat(item.attributes())
                .containsEntry("null", AttributeValue.fromNul(true))
                .containsEntry("b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {1, 2})))
                .containsEntry("ns", AttributeValue.fromNs(List.of("1")))
                .containsEntry("bs", AttributeValue.fromBs(List.of(SdkBytes.fromByteArray(new byte[] {1}))))
                .containsEntry("l", AttributeValue.fromL(List.of(AttributeValue.fromS("x"))));
    }

    @Test
    void sets_areReadAndWritten_andAnEmptyOneIsLeftOut() {
        Item item = Item.builder()
                .texts("ss", List.of("a", "b"))
                .numbers("ns", List.of(1L, 20L))
                .texts("none", List.of())
                .numbers("no", List.of())
                .value("v", AttributeValue.fromBool(true))
                .build();

        assertThat(item.attributes()).containsOnlyKeys("ss", "ns", "v");
        assertThat(item.texts("ss")).containsExactly("a", "b");
        assertThat(item.numbers("ns")).containsExactly(1L, 20L);
        assertThat(item.numbers("none")).isEmpty();
        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> new Item(Map.of("ns", AttributeValue.fromNs(List.of("1.5")))).numbers("ns"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\": 1}",
                "{\"a\": {}}",
                "{\"a\": {\"S\": \"x\", \"N\": \"1\"}}",
                "{\"a\": {\"X\": \"x\"}}",
                "{\"a\": {\"S\": 1}}",
                "{\"a\": {\"B\": \"?\"}}",
                "{\"a\": {\"M\": []}}",
                "{\"a\": {\"L\": {}}}"
            })
    void ofJson_whenItIsNotDynamoDbsJson_isRefused(String json) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> ofJson(json));
    }

    @Test
    void attribute_whenItIsMissingOrOfAnotherType_isRefusedOrEmpty() {
        Item item = ofJson("{\"s\": {\"S\": \"x\"}, \"n\": {\"N\": \"1.5\"}}");

        assertThatExceptionOfType(InvalidValueException.class)
                .isThrownBy(() -> item.text("n"))
                .withMessage("item without n");
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> item.number("s"));
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> item.findNumber("n"));
        assertThat(item.findText("absent")).isEmpty();
        assertThat(item.map("s")).isEqualTo(Item.EMPTY);
        assertThat(item.texts("s")).isEmpty();
    }

    @Test
    void findActor_whenTheItemHasNoneOrADamagedOne_isEmpty() {
        Item item = ofJson("{\"good\": {\"S\": \"client:ci\"}, \"bad\": {\"S\": \"ann\"}, \"number\": {\"N\": \"1\"}}");

        assertThat(item.findActor("good")).contains(Actor.client("ci"));
        assertThat(item.findActor("bad")).isEmpty();
        assertThat(item.findActor("number")).isEmpty();
        assertThat(item.findActor("absent")).isEmpty();
    }
}
