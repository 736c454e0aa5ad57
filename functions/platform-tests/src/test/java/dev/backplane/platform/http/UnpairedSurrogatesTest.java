package dev.backplane.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.json.Json;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows with an unpaired surrogate, stored before it was rejected, are still readable. */
class UnpairedSurrogatesTest {

    // The cases have no names, because reports cannot print their values.
    @ParameterizedTest(name = "{index}")
    @ValueSource(strings = {"st-\ud800", "\udc00é\ud83d\ude00\"\n", "\ud800\ud800\udc00"})
    void write_whenATextHasAnUnpairedSurrogate_escapesIt(String text) throws JsonSyntaxException {
        HttpHandler.Reply reply = new HttpHandler.Reply(200, Map.of("name", text), text, false);

        assertHolds(text, JsonValue.parse(Json.write(reply)));
        assertHolds(text, JsonValue.parse(new String(Json.writeBytes(reply), StandardCharsets.UTF_8)));
        String page = Json.writePage(HttpHandler.Reply.class, List.of(reply), Optional.empty());
        if (member(JsonValue.parse(page), "items") instanceof Arr(List<JsonValue> items)) {
            assertThat(items).hasSize(1).allSatisfy(item -> assertHolds(text, item));
        }
    }

    private static void assertHolds(String text, JsonValue reply) {
        assertThat(member(reply, "body")).isEqualTo(new Text(text));
        assertThat(member(member(reply, "headers"), "name")).isEqualTo(new Text(text));
    }

    private static JsonValue member(JsonValue object, String name) {
        return Objects.requireNonNull(((Obj) object).members().get(name));
    }
}
