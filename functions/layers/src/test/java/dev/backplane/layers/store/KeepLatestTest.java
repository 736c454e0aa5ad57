package dev.backplane.layers.store;

import static dev.backplane.layers.store.StoreFixture.CAUSE;
import static dev.backplane.layers.store.StoreFixture.key;
import static dev.backplane.layers.store.StoreFixture.request;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.layers.ChangeOutcome;
import dev.backplane.layers.DeleteOutcome;
import dev.backplane.layers.RegisterOutcome;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The newest versions, which do not expire. */
class KeepLatestTest {

    private static final String REGION = "us-east-1";
    private static final String NAME = "requests";
    private static final String PK = "lyr#us-east-1.requests";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(LayerStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO, 3);
    }

    private List<String> states() {
        return live().stream()
                .map(row -> row.number("lyrVrsn") + (row.findNumber("exDt").isPresent() ? " expires" : " stays"))
                .toList();
    }

    /** Returns the rows of live versions, newest first. */
    private List<Item> live() {
        return stores.rows().stream()
                .filter(row -> row.findText("dplySts").isPresent())
                .sorted(Comparator.comparingLong((Item row) -> row.number("lyrVrsn"))
                        .reversed())
                .toList();
    }

    private DeleteOutcome delete(int version, boolean promote) {
        return stores.layers.deleteLayer(key(REGION, NAME, version), promote, CAUSE);
    }

    /** The newest live versions have no expiry, all others do, and the pointer knows them. */
    private void checkNewest(int keep) {
        List<Item> live = live();
        assertThat(live.getFirst().text("dplySts")).isEqualTo("latest");
        assertThat(live.stream().skip(1))
                .allSatisfy(row -> assertThat(row.text("dplySts")).isEqualTo("deprecated"));
        assertThat(live.stream().limit(keep))
                .allSatisfy(row -> assertThat(row.attributes()).doesNotContainKeys("exDt", "duDt"));
        assertThat(live.stream().skip(keep))
                .allSatisfy(row -> assertThat(row.attributes()).containsKeys("exDt", "duDt"));
        Item pointer = stores.rows().stream()
                .filter(row -> row.text("sk").equals("lyrVrsn0#"))
                .findFirst()
                .orElseThrow();
        assertThat(pointer.number("lyrVrsn")).isEqualTo(live.getFirst().number("lyrVrsn"));
        assertThat(new TreeSet<>(pointer.numbers("kptVrsns")))
                .containsExactlyElementsOf(live.stream()
                        .limit(keep)
                        .skip(1)
                        .map(row -> row.number("lyrVrsn"))
                        .sorted()
                        .toList());
    }

    @Test
    void registering_givesAnExpiryToTheVersionThatIsNoLongerAmongTheNewest() {
        stores.registerUpTo(REGION, NAME, 3);
        assertThat(states()).containsExactly("3 stays", "2 stays", "1 stays");
        stores.clock.advance(Duration.ofDays(1));
        stores.register(REGION, NAME, 4);

        assertThat(states()).containsExactly("4 stays", "3 stays", "2 stays", "1 expires");
        assertThat(stores.version(REGION, NAME, 1).expires())
                .contains(TestClock.START.plus(StoreFixture.EXPIRY).plus(Duration.ofDays(1)));
        checkNewest(3);
    }

    @Test
    void deletingOneOfTheNewest_letsTheNextStay() {
        stores.registerUpTo(REGION, NAME, 6);

        assertThat(delete(5, false)).isEqualTo(new DeleteOutcome.Deleted(Optional.empty()));
        assertThat(states()).containsExactly("6 stays", "4 stays", "3 stays", "2 expires", "1 expires");
        assertThat(delete(2, false)).isEqualTo(new DeleteOutcome.Deleted(Optional.empty()));
        assertThat(delete(3, false)).isEqualTo(new DeleteOutcome.Deleted(Optional.empty()));
        checkNewest(3);
        assertThat(delete(1, false)).isEqualTo(new DeleteOutcome.Deleted(Optional.empty()));
        assertThat(states()).containsExactly("6 stays", "4 stays");
        checkNewest(3);
    }

    @Test
    void promotion_letsTheNextStay() {
        stores.registerUpTo(REGION, NAME, 5);

        assertThat(delete(5, true)).isEqualTo(new DeleteOutcome.Deleted(Optional.of(4L)));
        assertThat(states()).containsExactly("4 stays", "3 stays", "2 stays", "1 expires");
        assertThat(delete(4, true)).isEqualTo(new DeleteOutcome.Deleted(Optional.of(3L)));
        assertThat(delete(3, true)).isEqualTo(new DeleteOutcome.Deleted(Optional.of(2L)));
        checkNewest(3);
        stores.register(REGION, NAME, 6);
        checkNewest(3);
    }

    @Test
    void anExpiredVersion_doesNotStayAgain() {
        stores.registerUpTo(REGION, NAME, 4);
        stores.clock.advance(StoreFixture.EXPIRY);
        delete(3, false);

        assertThat(states()).containsExactly("4 stays", "2 stays", "1 expires");
    }

    @Test
    void aKeptVersion_hasNoExpiryToChange() {
        stores.registerUpTo(REGION, NAME, 2);

        assertThat(stores.layers.expireAt(
                        key(REGION, NAME, 1), stores.clock.instant().plusSeconds(9), CAUSE))
                .isEqualTo(new ChangeOutcome.Refused(ChangeOutcome.Reason.LAYER_KEPT));
    }

    @Test
    void aHeldVersion_thatIsNoLongerAmongTheNewest_expiresAfterItsHold() {
        stores.registerUpTo(REGION, NAME, 3);
        stores.layers.hold(key(REGION, NAME, 1), Optional.empty(), CAUSE);
        assertThat(delete(1, false)).isEqualTo(new DeleteOutcome.Held());
        stores.register(REGION, NAME, 4);

        assertThat(stores.row(PK, "lyrVrsn#v1"))
                .containsKeys("hldDt", "hldExDt")
                .doesNotContainKey("exDt");
        stores.layers.release(key(REGION, NAME, 1), CAUSE);
        checkNewest(3);
    }

    @Test
    void aHeldVersion_thatStaysAgain_doesNotExpireAfterItsHold() {
        stores.registerUpTo(REGION, NAME, 4);
        stores.layers.hold(key(REGION, NAME, 1), Optional.empty(), CAUSE);
        delete(2, false);
        stores.layers.release(key(REGION, NAME, 1), CAUSE);

        assertThat(states()).containsExactly("4 stays", "3 stays", "1 stays");
        checkNewest(3);
    }

    @Test
    void aKeptVersion_thatWasRemovedByHand_isPassedOver() {
        stores.registerUpTo(REGION, NAME, 3);
        stores.removeByHand(REGION, NAME, 1);
        stores.register(REGION, NAME, 4);

        assertThat(states()).containsExactly("4 stays", "3 stays", "2 stays");
    }

    @Test
    void aLowerSetting_givesAllOthersTheirExpiryWithTheNextVersion_andAHigherOneKeepsMoreFromThenOn() {
        stores = new StoreFixture(DYNAMO, 5);
        stores.registerUpTo(REGION, NAME, 5);
        stores = new StoreFixture(DYNAMO, 2);
        stores.register(REGION, NAME, 6);
        checkNewest(2);
        stores = new StoreFixture(DYNAMO, 4);
        stores.register(REGION, NAME, 7);

        assertThat(states())
                .containsExactly("7 stays", "6 stays", "5 stays", "4 expires", "3 expires", "2 expires", "1 expires");
    }

    @RepeatedTest(3)
    void registrationsDeletionsAndPromotions_atTheSameTime_leaveTheNewestWithoutExpiry() {
        stores.registerUpTo(REGION, NAME, 8);
        List<Object> outcomes = Threads.<Object>race(
                        32,
                        thread -> untilServed(() -> switch (thread % 4) {
                            case 0 -> delete(1 + thread / 4, false);
                            case 1 -> delete(8 - thread / 16, true);
                            default -> stores.layers.insertLayer(request(REGION, NAME, 100 + thread), CAUSE);
                        }))
                .allResults();

        assertThat(outcomes)
                .filteredOn(RegisterOutcome.Registered.class::isInstance)
                .hasSize(16);
        checkNewest(3);
        assertThat(stores.row(PK, "lyrVrsn0#")).containsEntry("maxVrsn", "N 24");
    }

    /** A hold that was confirmed survives whatever else happens to the version. */
    @RepeatedTest(3)
    void holds_whileOthersRegister_keepTheirVersions() {
        stores.registerUpTo(REGION, NAME, 3);
        Threads.<Object>race(
                        12,
                        thread -> untilServed(() -> thread < 3
                                ? stores.layers.hold(key(REGION, NAME, 1 + thread), Optional.empty(), CAUSE)
                                : stores.layers.insertLayer(request(REGION, NAME, 100 + thread), CAUSE)))
                .allResults();

        for (int version = 1; version <= 3; version++) {
            Map<String, String> row = stores.row(PK, "lyrVrsn#v" + version);
            assertThat(row)
                    .containsEntry("dplySts", "deprecated")
                    .containsKeys("hldDt", "hldExDt")
                    .doesNotContainKeys("exDt", "duDt");
        }
    }
}
