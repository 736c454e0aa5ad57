package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.arn;
import static dev.backplane.layers.store.StoreFixture.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.store.Tombstones.RowState;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class TombstonesTest {

    private static final String REGION = "us-east-1";
    private static final String NAME = "requests";
    private static final String PK = "lyr#us-east-1.requests";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @Test
    void tombstone_isTheOldRowWithoutStatusAndEnd_andWithTheTimeOfItsDeletion() {
        stores.registerUpTo(REGION, NAME, 2);
        Map<String, String> expected = new HashMap<>(stores.row(PK, "lyrVrsn#v1"));
        RemovedLayer removed = stores.removeByHand(REGION, NAME, 1);
        stores.clock.advance(Duration.ofMinutes(1));
        stores.tombstones.write(removed);

        expected.keySet().removeAll(List.of("dplySts", "exDt", "duGrp", "duDt"));
        expected.put("actr", "system:LayerDeleter");
        expected.put("dltdDt", "2026-01-05T00:01:00.000Z");
        assertThat(stores.row(PK, "lyrVrsn#v1")).isEqualTo(expected);
        Layer layer = stores.version(REGION, NAME, 1);
        assertThat(layer.status()).isEqualTo(DeployStatus.DELETED);
        assertThat(layer.deleted()).contains(TestClock.START.plusSeconds(60));
        assertThat(layer.expires()).isEmpty();
    }

    @Test
    void tombstone_writtenAgain_staysAsItIs() {
        stores.registerUpTo(REGION, NAME, 2);
        RemovedLayer removed = stores.removeByHand(REGION, NAME, 1);
        stores.tombstones.write(removed);
        Map<String, String> first = stores.row(PK, "lyrVrsn#v1");
        stores.clock.advance(Duration.ofHours(1));
        stores.tombstones.write(removed);

        assertThat(stores.row(PK, "lyrVrsn#v1")).isEqualTo(first);
    }

    @Test
    void indexes_holdLiveLayersOnly() {
        stores.registerUpTo(REGION, NAME, 3);
        stores.build(NAME, "requests==1");
        stores.writeTombstone(REGION, NAME, 1);

        for (String index : new String[] {LayerStore.PACKAGE_GLOBAL, LayerStore.DEPLOYED_IN_REGION}) {
            assertThat(stores.rowsOfIndex(index))
                    .extracting(row -> row.text("sk"))
                    .containsExactlyInAnyOrder("lyrVrsn#v2", "lyrVrsn#v3");
        }
    }

    @Test
    void tombstone_neverTakesThePlaceOfALiveRow() {
        stores.registerUpTo(REGION, NAME, 2);
        RemovedLayer removed = stores.removeByHand(REGION, NAME, 1);
        stores.put(removed.row());
        Map<String, String> live = stores.row(PK, "lyrVrsn#v1");
        stores.tombstones.write(removed);

        assertThat(stores.row(PK, "lyrVrsn#v1")).isEqualTo(live);
    }

    @Test
    void tombstoneOfTheLatest_takesThePointersTarget_butNotItsHighestNumber() {
        stores.registerUpTo(REGION, NAME, 2);
        stores.writeTombstone(REGION, NAME, 2);

        assertThat(stores.row(PK, "lyrVrsn0#"))
                .isEqualTo(Map.of("pk", PK, "sk", "lyrVrsn0#", "pckg", NAME, "rgn", REGION, "maxVrsn", "N 2"));
        assertThat(stores.layers.getLatestInRegion(id(REGION, NAME))).isEmpty();
    }

    @Test
    void tombstoneOfAFormerLatest_leavesThePointerThatMovedOn() {
        stores.registerUpTo(REGION, NAME, 2);
        RemovedLayer removed = stores.removeByHand(REGION, NAME, 2);
        stores.register(REGION, NAME, 3);
        stores.tombstones.write(removed);

        assertThat(stores.layers
                        .getLatestInRegion(id(REGION, NAME))
                        .orElseThrow()
                        .version())
                .isEqualTo(3);
        stores.checkInvariants(REGION, NAME, 3);
    }

    @Test
    void place_tellsWhatStandsWhereARowWas() {
        stores.registerUpTo(REGION, NAME, 2);
        RemovedLayer removed = stores.removeByHand(REGION, NAME, 1);
        assertThat(stores.tombstones.stateOf(removed)).isEqualTo(RowState.EMPTY);

        stores.put(removed.row());
        assertThat(stores.tombstones.stateOf(removed)).isEqualTo(RowState.LIVE);

        stores.removeByHand(REGION, NAME, 1);
        stores.tombstones.giveUp(removed, "reason");
        assertThat(stores.tombstones.stateOf(removed)).isEqualTo(RowState.GIVEN_UP);

        stores.tombstones.write(removed);
        assertThat(stores.tombstones.stateOf(removed)).isEqualTo(RowState.TOMBSTONE);

        RemovedLayer other =
                new RemovedLayer(removed.key(), arn(REGION, NAME, 77), DeployStatus.DEPRECATED, removed.row());
        assertThat(stores.tombstones.stateOf(other)).isEqualTo(RowState.TAKEN);
    }

    private static Optional<RemovedLayer> removed(Obj image) {
        return RemovedLayer.of(Item.ofJson(image));
    }

    private static Obj json(String text) {
        try {
            return (Obj) JsonValue.parse(text);
        } catch (JsonSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void image_ofALiveVersion_isReadWithAllItsAttributes() {
        Optional<RemovedLayer> removed = removed(json("""
                {"pk": {"S": "lyr#us-east-1.requests"}, "sk": {"S": "lyrVrsn#v3"}, "dplySts": {"S": "deprecated"},
                 "arn": {"S": "arn:aws:lambda:us-east-1:000000000000:layer:requests:9"}, "lyrVrsn": {"N": "3"},
                 "a": {"BOOL": true}, "b": {"NULL": true}, "c": {"SS": ["x"]}, "d": {"NS": ["1"]}, "e": {"B": "AAE="},
                 "f": {"BS": ["AAE="]}, "g": {"L": [{"S": "x"}, {"N": "2"}]}, "h": {"M": {"i": {"BOOL": false}}}}"""));

        assertThat(removed).hasValueSatisfying(layer -> {
            assertThat(layer.key()).isEqualTo(StoreFixture.key(REGION, NAME, 3));
            assertThat(layer.arn()).isEqualTo(arn(REGION, NAME, 9));
            assertThat(layer.status()).isEqualTo(DeployStatus.DEPRECATED);
            SdkBytes bytes = SdkBytes.fromByteArray(new byte[] {0, 1});
            assertThat(layer.row().attributes())
                    .hasSize(13)
                    .containsEntry("lyrVrsn", AttributeValue.fromN("3"))
                    .containsEntry("a", AttributeValue.fromBool(true))
                    .containsEntry("b", AttributeValue.fromNul(true))
                    .containsEntry("c", AttributeValue.builder().ss("x").build())
                    .containsEntry("d", AttributeValue.builder().ns("1").build())
                    .containsEntry("e", AttributeValue.fromB(bytes))
                    .containsEntry("f", AttributeValue.builder().bs(bytes).build())
                    .containsEntry(
                            "g",
                            AttributeValue.builder()
                                    .l(AttributeValue.fromS("x"), AttributeValue.fromN("2"))
                                    .build())
                    .containsEntry("h", AttributeValue.fromM(Map.of("i", AttributeValue.fromBool(false))));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"pk\": {\"S\": \"lyr#us-east-1.requests\"}, \"sk\": {\"S\": \"lyrVrsn0#\"}}",
                "{\"pk\": {\"S\": \"lyr#us-east-1.requests\"}, \"sk\": {\"S\": \"lyrVrsn#v3\"}}",
                "{\"pk\": {\"S\": \"bld#v1\"}, \"sk\": {\"S\": \"pckg#requests\"}, \"dplySts\": {\"S\": \"latest\"}}"
            })
    void image_ofAnythingElse_isNone(String image) {
        assertThat(removed(json(image))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"pk\": \"lyr#x\"}",
                "{\"pk\": {}}",
                "{\"pk\": {\"X\": \"1\"}}",
                "{\"pk\": {\"S\": 1}}",
                "{\"pk\": {\"SS\": \"x\"}}",
                "{\"pk\": {\"M\": \"x\"}}"
            })
    void image_thatIsDamaged_isRefused(String image) {
        assertThatExceptionOfType(InvalidValueException.class).isThrownBy(() -> removed(json(image)));
    }
}
