package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.layers.store.StoreFixture.EXPIRY;
import static dev.backplane.layers.store.StoreFixture.arn;
import static dev.backplane.layers.store.StoreFixture.id;
import static dev.backplane.layers.store.StoreFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.layers.Compatibility;
import dev.backplane.layers.Layer;
import dev.backplane.layers.NewLayer;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.RegisterOutcome;
import dev.backplane.layers.Requirements;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class LayerRegisterTest {

    private static final String REGION = "us-east-1";
    private static final String NAME = "requests";
    private static final String PK = "lyr#us-east-1.requests";
    private static final String HASH_1 =
            RequirementsHash.of("requests==1.0.1\n").value();
    private static final String HASH_2 =
            RequirementsHash.of("requests==1.0.2\n").value();

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static Map<String, String> row(String sk, int number, String hash, String... more) {
        Map<String, String> row = new HashMap<>(Map.of(
                "pk",
                PK,
                "sk",
                sk,
                "pckg",
                NAME,
                "rgn",
                REGION,
                "pckgVrsn",
                "1.0." + number,
                "lyrVrsn",
                "N " + number,
                "arn",
                arn(REGION, NAME, number).value(),
                "rqrmntsTxt",
                "requests==1.0." + number + "\n",
                "rqrmntsHsh",
                hash,
                "crtdDt",
                "2026-01-05T00:00:0" + (number - 1) + ".000Z"));
        for (int i = 0; i < more.length; i += 2) {
            row.put(more[i], more[i + 1]);
        }
        return row;
    }

    @Test
    void first_isVersion1AndLatest_withPointerAndMark() {
        Layer layer = stores.register(REGION, NAME, 1);

        assertThat(layer).isEqualTo(Layer.latest(request(REGION, NAME, 1), 1, TestClock.START));
        assertThat(stores.rows()).hasSize(3);
        assertThat(stores.row(PK, "lyrVrsn#v1"))
                .isEqualTo(row("lyrVrsn#v1", 1, HASH_1, "dplySts", "latest", "actr", "client:ci"));
        assertThat(stores.row(PK, "lyrVrsn0#")).isEqualTo(row("lyrVrsn0#", 1, HASH_1, "maxVrsn", "N 1"));
        String mark = "lyrArn#" + arn(REGION, NAME, 1);
        assertThat(stores.row(mark, "lyrArn0#"))
                .isEqualTo(Map.of("pk", mark, "sk", "lyrArn0#", "pckg", NAME, "rgn", REGION, "lyrVrsn", "N 1"));
    }

    @Test
    void second_deprecatesTheFirstAndGivesItAnEnd() {
        stores.register(REGION, NAME, 1);
        stores.clock.advance(Duration.ofSeconds(1));
        stores.register(REGION, NAME, 2);

        String end = "N " + TestClock.START.plusSeconds(1).plus(EXPIRY).getEpochSecond();
        Map<String, String> deprecated =
                new HashMap<>(row("lyrVrsn#v1", 1, HASH_1, "dplySts", "deprecated", "exDt", end, "actr", "client:ci"));
        // 30 days before the end, the first warning is due.
        deprecated.putAll(Map.of("duGrp", "due#1", "duDt", "2026-02-04T00:00:01.000Z"));
        assertThat(stores.row(PK, "lyrVrsn#v1")).isEqualTo(deprecated);
        assertThat(stores.row(PK, "lyrVrsn#v2"))
                .isEqualTo(row("lyrVrsn#v2", 2, HASH_2, "dplySts", "latest", "actr", "client:ci"));
        assertThat(stores.row(PK, "lyrVrsn0#")).isEqualTo(row("lyrVrsn0#", 2, HASH_2, "maxVrsn", "N 2"));
        assertThat(stores.rows()).hasSize(5);
        stores.checkInvariants(REGION, NAME, 2);
    }

    @Test
    void aVersionWithoutRequirements_leavesNoneOfThoseBeforeInThePointer() {
        stores.register(REGION, NAME, 1);
        stores.layers.insertLayer(
                new NewLayer(
                        id(REGION, NAME),
                        arn(REGION, NAME, 2),
                        PackageVersion.parse("2.0"),
                        Optional.empty(),
                        Compatibility.ANY),
                CAUSE);

        assertThat(stores.row(PK, "lyrVrsn0#")).doesNotContainKeys("rqrmntsTxt", "rqrmntsHsh");
        assertThat(stores.layers
                        .getLatestInRegion(id(REGION, NAME))
                        .orElseThrow()
                        .requirements())
                .isEmpty();
    }

    @Test
    void packagesAndRegions_haveTheirOwnCounters() {
        stores.register(REGION, NAME, 1);
        stores.register(REGION, NAME, 2);

        assertThat(stores.register("eu-west-1", NAME, 9).version()).isEqualTo(1);
        assertThat(stores.register(REGION, "ruamel.yaml", 9).version()).isEqualTo(1);
        stores.checkInvariants(REGION, NAME, 2);
    }

    @Test
    void theSameArnAgain_whileItIsTheLatest_isTheSameVersion() {
        Layer first = stores.register(REGION, NAME, 1);
        stores.clock.advance(Duration.ofHours(1));

        assertThat(stores.layers.insertLayer(request(REGION, NAME, 1), CAUSE))
                .isEqualTo(new RegisterOutcome.AlreadyRegistered(first));
        stores.checkInvariants(REGION, NAME, 1);
    }

    @Test
    void theSameArnAgain_whenOthersCameAfterIt_isTheSameVersion() {
        stores.registerUpTo(REGION, NAME, 3);

        assertThat(stores.layers.insertLayer(request(REGION, NAME, 1), CAUSE))
                .isEqualTo(new RegisterOutcome.AlreadyRegistered(stores.version(REGION, NAME, 1)));
        stores.checkInvariants(REGION, NAME, 3);
    }

    @Test
    void theSameArnAgain_withoutRequirements_isTheSameVersion() {
        Layer first = stores.register(REGION, NAME, 1);

        assertThat(stores.layers.insertLayer(
                        new NewLayer(
                                id(REGION, NAME),
                                arn(REGION, NAME, 1),
                                PackageVersion.parse("1.0.1"),
                                Optional.empty(),
                                Compatibility.ANY),
                        CAUSE))
                .isEqualTo(new RegisterOutcome.AlreadyRegistered(first));
    }

    @Test
    void theSameArn_withOtherRequirements_isRefused_beItTheLatestOrNot() {
        stores.registerUpTo(REGION, NAME, 2);
        int rows = stores.rows().size();
        for (int number = 1; number <= 2; number++) {
            NewLayer other = new NewLayer(
                    id(REGION, NAME),
                    arn(REGION, NAME, number),
                    PackageVersion.parse("1.0"),
                    Optional.of(Requirements.of("other==1")),
                    Compatibility.ANY);
            assertThat(stores.layers.insertLayer(other, CAUSE))
                    .isEqualTo(new RegisterOutcome.ArnMismatch(stores.version(REGION, NAME, number)));
        }
        assertThat(stores.rows()).hasSize(rows);
        stores.checkInvariants(REGION, NAME, 2);
    }

    @Test
    void theSameArnAgain_whenItsVersionIsDeleted_isThatVersion() {
        stores.registerUpTo(REGION, NAME, 2);
        stores.writeTombstone(REGION, NAME, 1);

        assertThat(stores.layers.insertLayer(request(REGION, NAME, 1), CAUSE))
                .isEqualTo(new RegisterOutcome.AlreadyRegistered(stores.version(REGION, NAME, 1)));
        stores.checkInvariants(REGION, NAME, 2);
    }

    /** The row is gone, the tombstone not there yet: a new row would name a layer that is deleted in a moment. */
    @Test
    void theSameArnAgain_whileItsVersionIsBeingDeleted_isForLater() {
        stores.registerUpTo(REGION, NAME, 2);
        stores.removeByHand(REGION, NAME, 1);
        int rows = stores.rows().size();

        assertThatThrownBy(() -> stores.layers.insertLayer(request(REGION, NAME, 1), CAUSE))
                .isInstanceOfSatisfying(
                        Unavailable.class, e -> assertThat(e.code()).isEqualTo("LAYER_BEING_DELETED"));
        assertThat(stores.rows()).hasSize(rows);
    }

    @Test
    void next_whenTheLatestWasTakenAwayByHand_leavesItsTombstoneAlone() {
        stores.registerUpTo(REGION, NAME, 2);
        RemovedLayer removed = stores.removeByHand(REGION, NAME, 2);
        assertThat(stores.register(REGION, NAME, 3).version()).isEqualTo(3);
        stores.tombstones.write(removed);

        assertThat(stores.row(PK, "lyrVrsn#v2")).containsKey("dltdDt").doesNotContainKeys("dplySts", "exDt");
        assertThat(stores.register(REGION, NAME, 4).version()).isEqualTo(4);
        assertThat(stores.row(PK, "lyrVrsn#v2")).doesNotContainKeys("dplySts", "exDt");
        stores.checkInvariants(REGION, NAME, 4);
    }

    @Test
    void next_whenTheLatestIsATombstone_deprecatesNothing() {
        stores.registerUpTo(REGION, NAME, 2);
        stores.writeTombstone(REGION, NAME, 2);
        assertThat(stores.layers.getLatestInRegion(id(REGION, NAME))).isEmpty();

        assertThat(stores.register(REGION, NAME, 3).version()).isEqualTo(3);
        assertThat(stores.row(PK, "lyrVrsn#v2")).doesNotContainKeys("dplySts", "exDt");
        stores.checkInvariants(REGION, NAME, 3);
    }

    /** Else the layer could be deleted under the one name while the other still has it. */
    @Test
    void anArnOfAnotherPackage_isRefused_alsoWhenItsVersionIsDeleted() {
        stores.registerUpTo(REGION, "other", 2);
        NewLayer request = new NewLayer(
                id(REGION, NAME),
                arn(REGION, "other", 1),
                PackageVersion.parse("1.0"),
                Optional.empty(),
                Compatibility.ANY);
        RegisterOutcome taken = new RegisterOutcome.ArnTaken(id(REGION, "other"), 1);

        assertThat(stores.layers.insertLayer(request, CAUSE)).isEqualTo(taken);
        stores.writeTombstone(REGION, "other", 1);
        assertThat(stores.layers.insertLayer(request, CAUSE)).isEqualTo(taken);
        assertThat(stores.layers.getLatestInRegion(id(REGION, NAME))).isEmpty();
        stores.checkInvariants(REGION, "other", 2);
    }

    @Test
    void next_whenThePointerIsLost_isAFaultThatSaysSo_andNotARace() {
        stores.registerUpTo(REGION, NAME, 2);
        stores.lose(LayerKey.pointer(id(REGION, NAME)));
        int rows = stores.rows().size();

        assertThatThrownBy(() -> stores.layers.insertLayer(request(REGION, NAME, 3), CAUSE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("tables.md#pointer-does-not-match");
        assertThat(stores.rows()).hasSize(rows);
    }

    @Test
    void aPreviousVersionWithADamagedHold_isDeprecatedAllTheSame() {
        stores.register("us-east-1", "damaged", 1);
        Item row = stores.rows().stream()
                .filter(item -> item.text("sk").equals("lyrVrsn#v1"))
                .filter(item -> item.text("pk").equals("lyr#us-east-1.damaged"))
                .findFirst()
                .orElseThrow();
        Map<String, AttributeValue> damaged = new HashMap<>(row.attributes());
        damaged.put("hldDt", AttributeValue.fromS("bad"));
        stores.put(new Item(damaged));

        stores.register("us-east-1", "damaged", 2);

        assertThat(stores.row("lyr#us-east-1.damaged", "lyrVrsn#v1")).containsEntry("dplySts", "deprecated");
        assertThat(stores.row("lyr#us-east-1.damaged", "lyrVrsn#v2")).containsEntry("dplySts", "latest");
    }

    @ParameterizedTest
    @CsvSource({"hldUntl, 1900000000", "hldExDt, 1900000000"})
    void aPreviousVersionWithPartsOfAHold_isDeprecatedAllTheSame(String attribute, String value) {
        stores.register("us-east-1", "parts", 1);
        Map<String, AttributeValue> damaged = new HashMap<>(stores.rows().stream()
                .filter(item -> item.text("sk").equals("lyrVrsn#v1"))
                .filter(item -> item.text("pk").equals("lyr#us-east-1.parts"))
                .findFirst()
                .orElseThrow()
                .attributes());
        damaged.put(attribute, AttributeValue.fromN(value));
        stores.put(new Item(damaged));

        stores.register("us-east-1", "parts", 2);

        assertThat(stores.row("lyr#us-east-1.parts", "lyrVrsn#v1")).containsEntry("dplySts", "deprecated");
    }
}
