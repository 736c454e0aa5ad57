package dev.backplane.userdata.store;

import static dev.backplane.testing.Threads.untilServed;
import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Unavailable;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.Threads;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.AppRemoval;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.WriteOutcome;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An app is removed only if no user has a value in it. */
class AppRemovalTest {

    private static final UserId BOB = new UserId("bob");

    /** The removal looks at this shard first, so that it has most of its way before it. */
    private static final List<UserId> OF_THE_FIRST_SHARD = IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> new UserId("user-" + i))
            .filter(user -> UsageRow.shardOf(user) == 0)
            .limit(40)
            .toList();

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.registerUnlimited(NOTES);
    }

    @Test
    void remove_whenAFirstValueComes_neverBothSucceed() {
        for (UserId user : OF_THE_FIRST_SHARD) {
            stores.apps.register(NOTES, Optional.empty(), AppOptions.NONE);
            DataStore data = stores.anotherProcess();
            // The function knows the app from a moment ago.
            StoreFixture.write(data, json(NOTES, ANN), key("a"), new Edit.Replace(ofSize(10)), Preconditions.NONE);
            StoreFixture.write(data, json(NOTES, ANN), key("a"), new Edit.Remove(), Preconditions.NONE);
            Namespace namespace = json(NOTES, user);

            List<Object> outcomes = Threads.<Object>race(
                            2,
                            thread -> untilServed(() -> thread == 0
                                    ? stores.apps.remove(NOTES)
                                    : StoreFixture.write(
                                            data,
                                            namespace,
                                            key("a"),
                                            new Edit.Replace(ofSize(10)),
                                            Preconditions.NONE)))
                    .allResults();

            boolean written = outcomes.stream().anyMatch(WriteOutcome.Written.class::isInstance);
            assertThat(outcomes).contains(written ? AppRemoval.NOT_EMPTY : AppRemoval.REMOVED);
            assertThat(stores.apps.get(NOTES).isPresent()).isEqualTo(written);
            assertThat(stores.data.get(namespace, key("a")).isPresent()).isEqualTo(written);
            if (written) {
                stores.remove(namespace, "a");
            }
        }
    }

    @Test
    void remove_whenSeveralRemoveAtOnce_oneDoes() {
        assertThat(Threads.race(4, _ -> untilServed(() -> stores.apps.remove(NOTES)))
                        .allResults())
                .containsOnlyOnce(AppRemoval.REMOVED)
                .containsOnly(AppRemoval.REMOVED, AppRemoval.NOT_FOUND);
    }

    @Test
    void remove_whileThereIsData_leavesTheAppOpenForOthers() {
        stores.putOk(json(NOTES, ANN), "a", ofSize(10));

        assertThat(stores.apps.remove(NOTES)).isEqualTo(AppRemoval.NOT_EMPTY);

        stores.putOk(json(NOTES, BOB), "a", ofSize(10));
        stores.checkInvariants();
    }

    @Test
    void remove_whenTheIndexHasNotCaughtUp_seesAConfirmedFirstValue() {
        FaultInjection faults = stores.faults();
        faults.emptyIndexes();
        AppStore apps = stores.over(faults).apps();
        stores.putOk(json(NOTES, ANN), "a", ofSize(10));
        stores.putOk(json(NOTES, ANN), "b", ofSize(10));

        assertThat(apps.remove(NOTES)).isEqualTo(AppRemoval.NOT_EMPTY);

        stores.remove(json(NOTES, ANN), "a");
        assertThat(apps.remove(NOTES)).isEqualTo(AppRemoval.NOT_EMPTY);
        stores.remove(json(NOTES, ANN), "b");
        assertThat(apps.remove(NOTES)).isEqualTo(AppRemoval.REMOVED);
        assertThat(stores.rows(stores.settings.apps())).isEmpty();
    }

    @Test
    void remove_whileManyComeAndGo_neverTakesTheAppOfAConfirmedValue() {
        FaultInjection stale = stores.faults();
        stale.emptyIndexes();
        Threads.race(16, thread -> {
                    FaultInjection faults = thread < 2 ? stale : stores.faults();
                    Random random = new Random(thread);
                    Stores process = stores.over(faults);
                    AppStore apps = process.apps();
                    DataStore data = process.data();
                    for (int i = 0; i < 25; i++) {
                        if (thread < 2) {
                            untilServed(() -> apps.remove(NOTES));
                            apps.register(NOTES, Optional.empty(), AppOptions.NONE);
                        } else {
                            UserId user = new UserId("user-" + random.nextInt(4));
                            Edit edit = random.nextBoolean() ? new Edit.Replace(ofSize(10)) : new Edit.Remove();
                            WriteOutcome outcome = untilServed(() ->
                                    StoreFixture.write(data, json(NOTES, user), key("a"), edit, Preconditions.NONE));
                            assertThat(outcome).isNotInstanceOf(WriteOutcome.PreconditionFailed.class);
                        }
                    }
                    return thread;
                })
                .allResults();

        stores.checkInvariants();
    }

    @Test
    void put_inAnAppThatIsOlderThanGuardRows_createsThem() {
        stores.putOk(json(NOTES, ANN), "a", ofSize(10));
        stores.withoutGuards(NOTES);

        stores.putOk(json(NOTES, BOB), "a", ofSize(10));

        stores.checkInvariants();
        assertThat(stores.remove(json(NOTES, ANN), "a")).isInstanceOf(WriteOutcome.Removed.class);
        stores.checkInvariants();
    }

    @Test
    void remove_ofAnAppThatIsOlderThanGuardRows_waitsUntilTheIndexHasItsUsers() {
        stores.withoutGuards(NOTES);

        assertThatThrownBy(() -> stores.apps.remove(NOTES)).isInstanceOfSatisfying(Unavailable.class, e -> {
            assertThat(e.code()).isEqualTo("CONTENDED");
            assertThat(e.retryAfter()).isEqualTo(AppGuards.SETTLING);
        });

        assertThat(stores.apps.get(NOTES)).isPresent();
        stores.clock().advance(AppGuards.SETTLING);
        assertThat(stores.apps.remove(NOTES)).isEqualTo(AppRemoval.REMOVED);
    }

    @Test
    void remove_ofAnAppThatIsOlderThanGuardRows_seesItsEarlierUsersInTheIndex() {
        stores.putOk(json(NOTES, ANN), "a", ofSize(10));
        stores.withoutGuards(NOTES);
        stores.clock().advance(AppGuards.SETTLING);

        assertThat(stores.apps.remove(NOTES)).isEqualTo(AppRemoval.NOT_EMPTY);
    }

    @Test
    void createdGuards_byManyAtOnce_countEachUserOnce() {
        stores.withoutGuards(NOTES);

        Threads.race(
                        16,
                        thread -> untilServed(() ->
                                stores.put(json(NOTES, new UserId("user-" + thread / 2)), "a", ofSize(10))))
                .allResults();

        stores.checkInvariants();
    }

    @Test
    void put_whenTheAppIsKnownFromAMomentAgoAndGone_isRefused() {
        stores.putOk(json(NOTES, ANN), "a", ofSize(10));
        stores.remove(json(NOTES, ANN), "a");
        assertThat(new Stores(stores.test.platform()).apps().remove(NOTES)).isEqualTo(AppRemoval.REMOVED);

        assertThat(stores.put(json(NOTES, ANN), "a", ofSize(10))).isInstanceOf(WriteOutcome.AppNotFound.class);
        assertThat(stores.remove(json(NOTES, ANN), "a")).isInstanceOf(WriteOutcome.AppNotFound.class);
    }

    @Test
    void put_whenTheUsersLastValueGoesMeanwhile_isTheFirstAgain() {
        for (int round = 0; round < 10; round++) {
            stores.putOk(json(NOTES, ANN), "a", ofSize(10));
            List<Object> outcomes = Threads.<Object>race(
                            3,
                            thread -> untilServed(() -> switch (thread) {
                                case 0 -> stores.remove(json(NOTES, ANN), "a");
                                case 1 -> stores.put(json(NOTES, ANN), "b", ofSize(20));
                                default -> stores.apps.remove(NOTES);
                            }))
                    .allResults();

            boolean written = outcomes.stream().anyMatch(WriteOutcome.Written.class::isInstance);
            assertThat(stores.apps.get(NOTES).isPresent()).isEqualTo(written);
            if (written) {
                assertThat(outcomes).contains(AppRemoval.NOT_EMPTY);
                stores.recounted(NOTES, ANN);
                stores.remove(json(NOTES, ANN), "b");
            } else {
                stores.registerUnlimited(NOTES);
            }
        }
    }
}
