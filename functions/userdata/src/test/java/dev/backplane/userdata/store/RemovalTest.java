package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.CALLER;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.batch;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static dev.backplane.userdata.store.StoreFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.Threads;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.AppRemoval;
import dev.backplane.userdata.BatchOutcome;
import dev.backplane.userdata.ChangesOutcome;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.CounterOutcome;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.Removal.Refusal;
import dev.backplane.userdata.Removed;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.WriteOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Erasures of users and purges of apps. */
class RemovalTest {

    private static final AppName FEED = new AppName("feed");
    private static final UserId BOB = new UserId("bob");
    private static final int MOST_CALLS = 120;

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    /** Stores something of each kind for a user: eight values, of which two are large, and remembered keys. */
    private void store(UserId user) {
        for (AppName app : List.of(NOTES, FEED)) {
            stores.putOk(json(app, user), "a", ofSize(9000));
            stores.putOk(json(app, user), "b", "1");
            stores.putFor(60, blob(app, user), "c", bytes(10));
        }
        stores.remove(json(FEED, user), "b");
        stores.putOk(new Namespace.Content(user), "d", ofSize(9000));
        stores.putOk(new Namespace.Behavior(user), "e", ofSize(9000));
        stores.counters.increment(user, key("f"), CounterNumber.ONE, Optional.of(new IdempotencyKey("k")));
        stores.batches.write(batch(user, "k", put("g", 10)));
    }

    private void prepare() {
        stores.clear();
        stores.registerUnlimited(NOTES);
        stores.apps.register(FEED, Optional.empty(), new AppOptions(Optional.of(true), Optional.of(true)));
        store(ANN);
        store(BOB);
    }

    private List<Item> rows(Predicate<Item> which) {
        return Stream.of(
                        stores.settings.calculatedBehavior(),
                        stores.settings.apps(),
                        stores.settings.appDataJson(),
                        stores.settings.appDataBlob(),
                        stores.settings.appUsage(),
                        stores.settings.appChanges(),
                        stores.settings.dataJobs())
                .flatMap(table -> stores.rows(table).stream())
                .filter(which)
                .toList();
    }

    /** Returns whether a word occurs anywhere in a row. */
    private static Predicate<Item> has(String word) {
        return row -> row.attributes().toString().matches("(?s).*\\b" + word + "\\b.*");
    }

    private Removal erasure() {
        return stores.removals.beginErasure(ANN, CALLER, Optional.of("requested"));
    }

    private void complete(Removal removal) {
        assertThat(stores.removals.sweep(removal, () -> true)).isTrue();
        assertThat(stores.removals.sweep(removal, () -> true)).isTrue();
        stores.removals.finish(removal);
    }

    @Test
    void erasure_leavesNothingButAReceipt_andKeepsWhatOthersHave() {
        prepare();
        int ofBob = rows(has("bob")).size();
        Removal removal = erasure();

        complete(removal);

        assertThat(rows(has("ann"))).isEmpty();
        assertThat(rows(has("bob"))).hasSize(ofBob);
        stores.checkInvariants();
        Removal receipt = stores.removals.find(removal.id()).orElseThrow();
        assertThat(receipt.done()).isTrue();
        assertThat(receipt.subject()).isEqualTo(new Removal.Subject.Erased(stores.removals.hash(ANN)));
        assertThat(receipt.removed())
                .isEqualTo(Map.of(Removed.USAGES, 2L, Removed.VALUES, 9L, Removed.CHANGES, 3L, Removed.KEYS, 2L));
        assertThat(receipt.actor()).isEqualTo(CALLER);
        assertThat(receipt.reason()).contains("requested");
    }

    @Test
    void hash_differsBetweenUsers_andIsTheSameForAllFunctions() {
        String hash = stores.removals.hash(ANN);

        assertThat(hash).hasSize(64).isNotEqualTo(stores.removals.hash(BOB));
        assertThat(new Stores(stores.test.platform()).removals().hash(ANN)).isEqualTo(hash);
    }

    @Test
    void receipt_ofAUserWhoErasesTheOwnData_doesNotNameTheUserAsActor() {
        prepare();
        Removal removal = stores.removals.beginErasure(ANN, Actor.user("Ann"), Optional.empty());

        complete(removal);

        assertThat(stores.removals.find(removal.id()).orElseThrow().actor())
                .isEqualTo(Actor.user(stores.removals.hash(ANN)));
    }

    @Test
    void erasure_whileOneIsInProgress_isThatOne_andLaterAnother() {
        Removal first = erasure();

        assertThat(erasure()).isEqualTo(first);
        complete(first);
        assertThat(erasure().id()).isNotEqualTo(first.id());
    }

    @Test
    void erasures_thatBeginAtTheSameTime_areOne() {
        List<Removal> begun = Threads.race(8, _ -> erasure()).results();

        assertThat(begun)
                .hasSize(8)
                .extracting(Removal::id)
                .containsOnly(begun.getFirst().id());
    }

    @Test
    void writes_ofAUserBeingErased_areRefused_andThoseOfOthersAreNot() {
        prepare();
        Removal removal = erasure();

        for (Namespace namespace :
                List.of(json(NOTES, ANN), blob(NOTES, ANN), new Namespace.Content(ANN), new Namespace.Behavior(ANN))) {
            assertThat(stores.put(namespace, "new", ofSize(10)))
                    .isEqualTo(new WriteOutcome.BeingRemoved(Refusal.USER_BEING_ERASED));
            assertThat(stores.remove(namespace, "a"))
                    .isEqualTo(new WriteOutcome.BeingRemoved(Refusal.USER_BEING_ERASED));
        }
        assertThat(stores.batches.write(batch(ANN, "n", put("g", 10))))
                .isEqualTo(new BatchOutcome.BeingRemoved(Refusal.USER_BEING_ERASED));
        assertThat(stores.counters.increment(ANN, key("f"), CounterNumber.ONE, Optional.empty()))
                .isEqualTo(new CounterOutcome.BeingRemoved(Refusal.USER_BEING_ERASED));
        assertThat(stores.put(json(NOTES, BOB), "new", ofSize(10))).isInstanceOf(WriteOutcome.Written.class);

        complete(removal);
        assertThat(stores.put(json(NOTES, ANN), "new", ofSize(10))).isInstanceOf(WriteOutcome.Written.class);
        assertThat(stores.recounted(NOTES, ANN).items()).isEqualTo(1);
    }

    @Test
    void feed_thatIsReadDuringAnErasure_doesNotBeginAgain() {
        prepare();
        Removal removal = erasure();
        var request = new ChangeStore.Request(FEED, ANN, Optional.empty(), 10, false);

        assertThat(((ChangesOutcome.Changes) stores.changes.read(request)).items())
                .isEmpty();
        complete(removal);

        assertThat(rows(has("ann"))).isEmpty();
    }

    @Test
    void write_thatBeganBeforeTheMark_andEndsAfterTheFirstSweep_isRemovedByTheSecond() {
        prepare();
        FaultInjection faults = stores.faults().beforeNextTransaction(() -> {
            Removal removal = erasure();
            assertThat(stores.removals.sweep(removal, () -> true)).isTrue();
        });
        DataStore slow = stores.over(faults).data();
        assertThat(StoreFixture.write(
                        slow, json(NOTES, ANN), key("late"), new Edit.Replace(ofSize(10)), StoreFixture.ABSENT))
                .isInstanceOf(WriteOutcome.Written.class);
        Removal removal = erasure();
        assertThat(rows(has("late"))).isNotEmpty();

        assertThat(stores.removals.sweep(removal, () -> true)).isTrue();
        stores.removals.finish(removal);

        assertThat(rows(has("ann"))).isEmpty();
        stores.checkInvariants();
    }

    @Test
    void functionThatRunsOnAfterTheEnd_deletesNothingThatWasWrittenSince() {
        prepare();
        Removal removal = erasure();
        complete(removal);
        stores.putOk(json(NOTES, ANN), "fresh", "1");

        assertThat(stores.removals.sweep(removal, () -> true)).isFalse();
        stores.removals.finish(removal);

        assertThat(stores.text(json(NOTES, ANN), "fresh")).isEqualTo("1");
        stores.checkInvariants();
    }

    @Test
    void erasure_whoseProcessDiesAtAnyCall_isCompletedByTheNextOne() {
        int deaths = 0;
        for (int call = 1; call <= MOST_CALLS; call += 3) {
            prepare();
            Removal removal = erasure();
            FaultInjection faults = stores.faults();
            faults.crashAt(call, call % 2 == 0);
            if (FaultInjection.crashes(() -> {
                RemovalStore process = stores.over(faults).removals();
                process.sweep(removal, () -> true);
                process.finish(removal);
            })) {
                deaths++;
            }
            if (!stores.removals.find(removal.id()).orElseThrow().done()) {
                complete(removal);
            }

            assertThat(rows(has("ann"))).as("after death at call " + call).isEmpty();
            assertThat(stores.removals.find(removal.id()).orElseThrow().done()).isTrue();
            stores.checkInvariants();
        }
        assertThat(deaths).isGreaterThan(10);
    }

    @Test
    void sweep_withoutTime_endsAndTellsThatThereIsMore() {
        prepare();
        Removal removal = erasure();

        assertThat(stores.removals.sweep(removal, () -> false)).isFalse();
        assertThat(rows(has("ann"))).isNotEmpty();
        complete(removal);
        assertThat(rows(has("ann"))).isEmpty();
    }

    @Test
    void purge_removesTheAppAndTheDataOfItsUsers_andNothingElse() {
        prepare();
        int others = rows(has("feed")).size();
        Removal removal =
                stores.removals.beginPurge(NOTES, CALLER, Optional.empty()).orElseThrow();
        assertThat(stores.put(json(NOTES, BOB), "new", ofSize(10)))
                .isEqualTo(new WriteOutcome.BeingRemoved(Refusal.APP_BEING_PURGED));
        assertThat(stores.batches.write(batch(BOB, "n", put("g", 10))))
                .isEqualTo(new BatchOutcome.BeingRemoved(Refusal.APP_BEING_PURGED));
        assertThat(stores.put(json(FEED, BOB), "a", ofSize(9000))).isInstanceOf(WriteOutcome.Written.class);

        complete(removal);

        assertThat(rows(has("notes")))
                .singleElement()
                .satisfies(row -> assertThat(row.text(JobRows.ENTRY)).isEqualTo(JobRows.JOB));
        assertThat(rows(has("feed"))).hasSize(others);
        assertThat(stores.apps.get(NOTES)).isEmpty();
        assertThat(stores.removals.find(removal.id()).orElseThrow().removed())
                .containsEntry(Removed.USAGES, 2L)
                .containsEntry(Removed.VALUES, 8L)
                .containsEntry(Removed.KEYS, 2L);
        stores.checkInvariants();
    }

    @Test
    void purge_ofUsersWhoOnlyHaveAFeedLeft_removesIt() {
        prepare();
        for (String key : List.of("a")) {
            stores.remove(json(FEED, ANN), key);
        }
        stores.remove(blob(FEED, ANN), "c");

        complete(stores.removals.beginPurge(FEED, CALLER, Optional.empty()).orElseThrow());

        assertThat(rows(has("feed"))).hasSize(1);
        stores.checkInvariants();
    }

    @Test
    void appBeingPurged_isNeitherRemovedNorRegistered_andCanBeRegisteredAfterwards() {
        stores.registerUnlimited(NOTES);
        Removal removal =
                stores.removals.beginPurge(NOTES, CALLER, Optional.empty()).orElseThrow();

        assertThat(stores.apps.remove(NOTES)).isEqualTo(AppRemoval.BEING_PURGED);
        assertThat(stores.apps.register(NOTES, Optional.empty(), AppOptions.NONE))
                .isEmpty();
        complete(removal);

        stores.registerUnlimited(NOTES);
        stores.putOk(json(NOTES, ANN), "a", "1");
        assertThat(stores.removals.sweep(removal, () -> true)).isFalse();
        assertThat(stores.text(json(NOTES, ANN), "a")).isEqualTo("1");
        stores.checkInvariants();
    }

    @Test
    void purge_ofAnUnknownApp_isNone() {
        assertThat(stores.removals.beginPurge(NOTES, CALLER, Optional.empty())).isEmpty();
    }

    @Test
    void restart_byTwoCallers_isOneAttempt() {
        stores.putOk(new Namespace.Content(ANN), "d", "1");
        Removal removal = erasure();
        stores.removals.restart(removal);
        stores.removals.restart(removal);

        Removal restarted = stores.removals.find(removal.id()).orElseThrow();
        assertThat(restarted.attempt()).isEqualTo(2);
        assertThat(stores.removals.sweep(removal, () -> true))
                .as("the earlier one")
                .isFalse();
        assertThat(stores.removals.sweep(restarted, () -> true)).isTrue();
    }
}
