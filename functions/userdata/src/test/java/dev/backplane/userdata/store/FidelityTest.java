package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** JSON comes back as the same JSON, however it lies in the table. */
class FidelityTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.registerUnlimited(NOTES);
    }

    static Stream<String> values() {
        return Stream.of(
                "\"\"",
                "[]",
                "{}",
                "null",
                "{\"\":\"\",\"a\":[\"\",{},[],null]}",
                "[12345678901234567890123456789012345678901234567890,0.1000,1E400,-0,-0.0,1e-999,1.0]",
                "{\"b\":1,\"a\":2,\"__proto__\":{}}",
                "[\"\\u0000\\u001f\\b\\f\\n\\r\\t\\\"\\\\\u007f\u2028\"]",
                "[\"\\ud800\",\"\\udc00x\"]",
                "[".repeat(100) + "]".repeat(100),
                "{\"a\":".repeat(100) + "1" + "}".repeat(100));
    }

    @ParameterizedTest
    @MethodSource("values")
    void value_comesBackCharacterForCharacter(String json) throws JsonSyntaxException {
        for (Namespace namespace : List.of(json(NOTES, ANN), new Namespace.Content(ANN), new Namespace.Behavior(ANN))) {
            stores.putOk(namespace, "a", Payload.json(JsonValue.parse(json)));

            assertThat(stores.text(namespace, "a")).isEqualTo(json);
            assertThat(stores.data.query(namespace, "", 10, Optional.empty()).items())
                    .extracting(stored -> stored.payload().text())
                    .containsExactly(json);
        }
    }

    @Test
    void text_ofAllOfUnicode_comesBack() {
        for (int plane = 0; plane < 17; plane++) {
            StringBuilder all = new StringBuilder();
            for (int point = plane << 16; point < (plane + 1) << 16; point += 3) {
                if (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE) {
                    all.appendCodePoint(point);
                }
            }
            String json = new Text(all.toString()).compact();
            stores.putOk(json(NOTES, ANN), "plane" + plane, json);
            assertThat(stores.text(json(NOTES, ANN), "plane" + plane)).isEqualTo(json);
        }
        stores.recounted(NOTES, ANN);
    }

    @Test
    void value_ofAnySize_comesBackAndIsCountedWhetherPackedOrNot() {
        Random random = new Random(7);
        for (int length : List.of(2, 500, 1000, 1024, 1900, 2048, 2500, 5000, 60_000, 256 * 1024)) {
            for (boolean packs : List.of(true, false)) {
                String text = packs ? "x".repeat(length - 2) : randomText(random, length - 2);
                long size =
                        stores.putOk(json(NOTES, ANN), "a", '"' + text + '"').size();

                assertThat(size).isEqualTo(1 + length);
                assertThat(stores.text(json(NOTES, ANN), "a")).isEqualTo('"' + text + '"');
                assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(1 + length);
            }
        }
    }

    private static String randomText(Random random, int length) {
        return random.ints(length, 0, 62)
                .collect(
                        StringBuilder::new,
                        (out, i) ->
                                out.append("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".charAt(i)),
                        StringBuilder::append)
                .toString();
    }

    @Test
    void rows_growApartAndTogetherAgainAndLeaveNothingBehind() {
        Namespace namespace = json(NOTES, ANN);
        Random random = new Random(8);
        stores.putOk(namespace, "a", "1");
        assertThat(stores.rows(stores.settings.appDataJson())).hasSize(1);
        stores.putOk(namespace, "a", '"' + randomText(random, 5000) + '"');
        assertThat(stores.rows(stores.settings.appDataJson())).hasSize(2);
        assertThat(stores.rowsOfIndex(stores.settings.appDataJson(), Tables.BY_USER))
                .hasSize(1);
        stores.putOk(namespace, "a", "1");
        assertThat(stores.rows(stores.settings.appDataJson())).hasSize(1);
        stores.putOk(namespace, "a", '"' + randomText(random, 5000) + '"');
        stores.remove(namespace, "a");
        assertThat(stores.rows(stores.settings.appDataJson())).isEmpty();
        assertThat(stores.data.get(namespace, key("a"))).isEmpty();
    }

    @Test
    void smallValues_lieInTheTableAsCompactText() {
        stores.putOk(json(NOTES, ANN), "a", "{\"x\":[1,2]}");

        assertThat(stores.rows(stores.settings.appDataJson()).getFirst().text("value"))
                .isEqualTo("{\"x\":[1,2]}");
    }
}
