package dev.backplane.userdata.store;

import static dev.backplane.testing.Threads.untilServed;
import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.batch;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.delete;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static dev.backplane.userdata.store.StoreFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.Threads;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.BatchChange;
import dev.backplane.userdata.BatchOutcome;
import dev.backplane.userdata.BatchOutcome.Result;
import dev.backplane.userdata.BatchRead;
import dev.backplane.userdata.BatchRead.RealmKey;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several values at once. */
class BatchTest {

    private static final Namespace NAMESPACE = json(NOTES, ANN);

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.register(NOTES, 1000);
    }

    private BatchOutcome write(String idempotencyKey, BatchChange... changes) {
        return stores.batches.write(batch(ANN, idempotencyKey, changes));
    }

    private static BatchChange putMatching(String key, Entry entry) {
        return new BatchChange(key(key), new Edit.Replace(ofSize(10)), StoreFixture.matching(entry.tag()));
    }

    @Test
    void write_replacesCreatesAndDeletesTogether() {
        stores.putOk(NAMESPACE, "a", ofSize(100));
        stores.putOk(NAMESPACE, "b", ofSize(200));

        BatchOutcome outcome = write("k", put("a", 150), put("c", 300), delete("b"), delete("none"));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        BatchOutcome.Written.class,
                        written -> assertThat(written.results())
                                .element(3)
                                .isEqualTo(new Result.Deleted(key("none"), false)));
        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(450);
        assertThat(stores.data.get(NAMESPACE, key("b"))).isEmpty();
        assertThat(stores.rows(stores.settings.appDataJson())).hasSize(2);
    }

    @Test
    void write_isExactToTheByte_countingWhatItDeletes() {
        stores.putOk(blob(NOTES, ANN), "x", bytes(399));
        stores.putOk(NAMESPACE, "a", ofSize(500));

        assertThat(write("1", put("b", 400), put("c", 201), delete("a")))
                .isEqualTo(new BatchOutcome.QuotaExceeded(new QuotaCheck(Optional.of(1000L), Optional.of(900L), 101)));
        assertThat(stores.data.get(NAMESPACE, key("a"))).isPresent();
        assertThat(stores.data.get(NAMESPACE, key("b"))).isEmpty();
        assertThat(write("1", put("b", 400), put("c", 200), delete("a"))).isInstanceOf(BatchOutcome.Written.class);
        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(1000);
    }

    @Test
    void write_ofANewUser_isRefusedOverTheQuotaAndCountedInTheGuard() {
        assertThat(write("1", put("a", 500), put("b", 501)))
                .isEqualTo(new BatchOutcome.QuotaExceeded(new QuotaCheck(Optional.of(1000L), Optional.of(0L), 1001)));
        assertThat(stores.rows(stores.settings.appDataJson())).isEmpty();

        write("1", put("a", 500), put("b", 500));
        stores.checkInvariants();
        assertThat(write("2", delete("a"), delete("b"))).isInstanceOf(BatchOutcome.Written.class);
        stores.checkInvariants();
        assertThat(stores.rows(stores.settings.appUsage())).hasSize(1);
    }

    @Test
    void write_underALoweredQuota_mayShrinkButNotGrow() {
        stores.putOk(NAMESPACE, "a", ofSize(500));
        stores.apps.setQuota(NOTES, Optional.of(100L));

        assertThat(write("1", put("a", 300), put("b", 200))).isInstanceOf(BatchOutcome.Written.class);
        assertThat(write("2", put("a", 301))).isInstanceOf(BatchOutcome.QuotaExceeded.class);
        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(500);
    }

    @Test
    void write_whosePreconditionsFail_namesEachAndChangesNothing() {
        Entry first = stores.putOk(NAMESPACE, "a", ofSize(100));
        Entry second = stores.putOk(NAMESPACE, "a", ofSize(100));
        Entry other = stores.putOk(NAMESPACE, "b", ofSize(100));

        BatchOutcome outcome =
                write("k", put("c", 100), putMatching("a", first), putMatching("b", other), putMatching("none", other));

        assertThat(outcome)
                .isEqualTo(new BatchOutcome.PreconditionFailed(List.of(
                        new BatchOutcome.Failure(1, key("a"), Optional.of(second.tag())),
                        new BatchOutcome.Failure(3, key("none"), Optional.empty()))));
        assertThat(stores.data.get(NAMESPACE, key("c"))).isEmpty();
        assertThat(write("k", putMatching("a", second), putMatching("b", other)))
                .isInstanceOf(BatchOutcome.Written.class);
    }

    @Test
    void write_repeated_returnsTheFirstResultAndChangesNothing() {
        BatchChange[] changes = {put("a", 100), put("b", 3000), delete("none")};
        stores.apps.setQuota(NOTES, Optional.empty());
        BatchOutcome first = write("k", changes);
        stores.putOk(NAMESPACE, "a", ofSize(50));

        assertThat(write("k", changes)).isEqualTo(first);
        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(3050);
        assertThat(write("k", put("a", 101))).isInstanceOf(BatchOutcome.IdempotencyMismatch.class);
    }

    @Test
    void write_repeatedAfterADay_isWrittenAgain() {
        BatchOutcome first = write("k", put("a", 100));
        stores.clock().advance(Duration.ofHours(24).plusSeconds(1));

        assertThat(write("k", put("a", 100)))
                .isInstanceOf(BatchOutcome.Written.class)
                .isNotEqualTo(first);
    }

    @Test
    void idempotencyKeys_ofOtherAppsUsersAndIncrements_areOthers() {
        stores.registerUnlimited(new AppName("other"));
        stores.counters.increment(ANN, key("notes"), CounterNumber.ONE, Optional.of(new IdempotencyKey("k")));

        assertThat(write("k", put("a", 100))).isInstanceOf(BatchOutcome.Written.class);
        assertThat(stores.batches.write(batch(new UserId("bob"), "k", put("a", 101))))
                .isInstanceOf(BatchOutcome.Written.class);
        assertThat(stores.data
                        .list(new Namespace.Behavior(ANN), "", 10, Optional.empty())
                        .items())
                .hasSize(1);
    }

    @Test
    void write_inNoApp_isRefused() {
        stores.apps.remove(NOTES);

        assertThat(write("k", put("a", 100))).isInstanceOf(BatchOutcome.AppNotFound.class);
        assertThat(write("k", delete("a"))).isInstanceOf(BatchOutcome.AppNotFound.class);
    }

    @Test
    void write_ofTwentyLargeValues_isOneTransaction() {
        stores.apps.setQuota(NOTES, Optional.empty());
        BatchChange[] changes =
                IntStream.range(0, 20).mapToObj(i -> put("k" + i, 50_000)).toArray(BatchChange[]::new);
        FaultInjection faults = stores.faults();

        assertThat(stores.over(faults).batches().write(batch(ANN, "k", changes)))
                .isInstanceOf(BatchOutcome.Written.class);

        assertThat(faults.operations()).containsExactly("BatchGetItem", "BatchGetItem", "TransactWriteItems");
        // A key of two or three characters is longer than the one for which the size was computed.
        assertThat(stores.recounted(NOTES, ANN).json().items()).isEqualTo(20);
    }

    @Test
    void write_whenManyWriteAtOnce_isAllOrNothingAndExact() {
        List<BatchOutcome> outcomes = Threads.race(
                        16,
                        thread -> untilServed(() -> stores.over(stores.faults())
                                .batches()
                                .write(batch(ANN, "key-" + thread, put("a" + thread, 100), put("b" + thread, 100)))))
                .allResults();

        long written =
                outcomes.stream().filter(BatchOutcome.Written.class::isInstance).count();
        // A key of two or three characters makes each value one or two bytes larger.
        assertThat(written).isEqualTo(4);
        assertThat(outcomes)
                .filteredOn(BatchOutcome.QuotaExceeded.class::isInstance)
                .hasSize(12);
        assertThat(stores.recounted(NOTES, ANN).json().items()).isEqualTo(8);
        IntStream.range(0, 16)
                .forEach(i -> assertThat(
                                stores.data.get(NAMESPACE, key("a" + i)).isPresent())
                        .isEqualTo(stores.data.get(NAMESPACE, key("b" + i)).isPresent()));
    }

    @Test
    void write_whenOneRequestComesManyTimesAtOnce_isWrittenOnce() {
        List<BatchOutcome> outcomes = Threads.race(
                        8,
                        _ -> untilServed(() -> stores.over(stores.faults())
                                .batches()
                                .write(batch(ANN, "k", put("a", 100), delete("b")))))
                .allResults();

        assertThat(outcomes).allMatch(BatchOutcome.Written.class::isInstance);
        assertThat(outcomes.stream().distinct()).hasSize(1);
        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(100);
    }

    private static List<RealmKey> keys(Realm realm, String... keys) {
        return Stream.of(keys).map(key -> new RealmKey(realm, key(key))).toList();
    }

    private BatchRead read(List<RealmKey> keys) {
        return stores.batches.read(NOTES, ANN, keys).orElseThrow();
    }

    @Test
    void read_ofSmallValues_isOneCall_andOfLargeOnesTwo() {
        stores.apps.setQuota(NOTES, Optional.empty());
        stores.putOk(NAMESPACE, "a", ofSize(100));
        stores.putOk(blob(NOTES, ANN), "a", bytes(100));
        FaultInjection faults = stores.faults();
        BatchStore batches = stores.over(faults).batches();
        List<RealmKey> keys = Stream.concat(keys(Realm.JSON, "a", "none").stream(), keys(Realm.BLOB, "a").stream())
                .toList();

        BatchRead read = batches.read(NOTES, ANN, keys).orElseThrow();
        assertThat(read.found()).hasSize(2);
        assertThat(read.missing()).containsExactlyElementsOf(keys(Realm.JSON, "none"));
        assertThat(faults.operations()).containsExactly("BatchGetItem");

        stores.putOk(blob(NOTES, ANN), "a", bytes(9000));
        assertThat(batches.read(NOTES, ANN, keys).orElseThrow().found())
                .anySatisfy(found -> assertThat(found.stored().payload().bytes())
                        .isEqualTo(bytes(9000).bytes()));
        assertThat(faults.operations()).containsExactly("BatchGetItem", "BatchGetItem", "BatchGetItem");
    }

    @Test
    void read_ofMoreThanFitsIntoAResponse_leavesTheRestForTheNext() {
        stores.apps.setQuota(NOTES, Optional.empty());
        String[] names = IntStream.range(0, 20).mapToObj(i -> "k" + i).toArray(String[]::new);
        for (String name : names) {
            stores.putOk(blob(NOTES, ANN), name, bytes(Payload.MAX_BYTES));
        }

        BatchRead first = read(keys(Realm.BLOB, names));
        BatchRead second = read(first.unprocessed());

        assertThat(first.found()).hasSize(11);
        assertThat(first.unprocessed()).hasSize(9);
        assertThat(second.found()).hasSize(9);
        assertThat(second.unprocessed()).isEmpty();
    }

    @Test
    void read_ofNothing_findsOutWhetherThereIsAnApp() {
        assertThat(read(keys(Realm.JSON, "a")).missing()).hasSize(1);
        stores.apps.remove(NOTES);
        assertThat(stores.batches.read(NOTES, ANN, keys(Realm.JSON, "a"))).isEmpty();
    }

    @Test
    void read_whileValuesAreReplaced_neverMixesTwoVersions() {
        stores.apps.setQuota(NOTES, Optional.empty());
        Payload one = bytes(9000);
        Payload other = bytes(5000);
        stores.putOk(blob(NOTES, ANN), "a", one);

        Threads.race(4, thread -> {
                    for (int i = 0; i < 20; i++) {
                        if (thread == 0) {
                            Payload next = i % 2 == 0 ? other : one;
                            untilServed(() -> stores.put(blob(NOTES, ANN), "a", next));
                        } else {
                            BatchRead read = read(keys(Realm.BLOB, "a"));
                            assertThat(read.missing()).isEmpty();
                            read.found()
                                    .forEach(found -> assertThat(
                                                    found.stored().payload().bytes())
                                            .isIn(one.bytes(), other.bytes()));
                        }
                    }
                    return thread;
                })
                .allResults();
    }
}
