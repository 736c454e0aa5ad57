package dev.backplane.userdata.store;

import static dev.backplane.testing.Threads.untilServed;
import static dev.backplane.userdata.store.StoreFixture.ABSENT;
import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.batch;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.delete;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.matching;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static dev.backplane.userdata.store.StoreFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.Threads;
import dev.backplane.userdata.AppRemoval;
import dev.backplane.userdata.BatchOutcome;
import dev.backplane.userdata.BatchOutcome.Result;
import dev.backplane.userdata.BatchRead;
import dev.backplane.userdata.BatchRead.RealmKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Expiry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Patch;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.QuotaCheck;
import dev.backplane.userdata.QuotaCheckOutcome;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.WriteOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Values that expire. */
class ExpiryTest {

    private static final Namespace NAMESPACE = json(NOTES, ANN);
    private static final Duration MINUTE = Duration.ofSeconds(60);

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.register(NOTES, 10_000);
    }

    /** Writes a value that has just expired. */
    private Entry expired(String key, int size) {
        Entry entry = stores.putFor(60, NAMESPACE, key, ofSize(size));
        stores.clock().advance(MINUTE);
        return entry;
    }

    private WriteOutcome write(String key, Edit edit, Preconditions preconditions) {
        return StoreFixture.write(stores.data, NAMESPACE, key(key), edit, preconditions);
    }

    private static Edit merge(String member) {
        return new Edit.Merge(new Patch.Merge(new Obj(Map.of(member, new Num("1")))));
    }

    @Test
    void value_isReadUntilItExpires_andNotAfterwards() {
        stores.putFor(60, NAMESPACE, "a", ofSize(10));
        stores.putFor(60, NAMESPACE, "b", ofSize(9000));
        stores.clock().advance(MINUTE.minusMillis(1));
        assertThat(stores.data.get(NAMESPACE, key("a")).orElseThrow().entry().expiresAt())
                .contains(TestClock.START.plus(MINUTE));
        assertThat(stores.data.list(NAMESPACE, "", 10, Optional.empty()).items())
                .hasSize(2);

        stores.clock().advance(Duration.ofMillis(1));

        assertThat(stores.data.get(NAMESPACE, key("a"))).isEmpty();
        assertThat(stores.data.get(NAMESPACE, key("b"))).isEmpty();
        assertThat(stores.data.list(NAMESPACE, "", 10, Optional.empty()).items())
                .isEmpty();
        assertThat(stores.data.query(NAMESPACE, "", 10, Optional.empty()).items())
                .isEmpty();
        BatchRead read = stores.batches
                .read(NOTES, ANN, List.of(new RealmKey(Realm.JSON, key("a")), new RealmKey(Realm.JSON, key("b"))))
                .orElseThrow();
        assertThat(read.found()).isEmpty();
        assertThat(read.missing()).hasSize(2);
    }

    @Test
    void list_withManyExpiredValues_findsTheOthers() {
        for (int i = 0; i < 30; i++) {
            stores.putFor(60, NAMESPACE, "a" + i, ofSize(10));
        }
        stores.putOk(NAMESPACE, "z", ofSize(10));
        stores.clock().advance(MINUTE);

        assertThat(stores.data.list(NAMESPACE, "", 5, Optional.empty()).items())
                .extracting(Entry::key)
                .containsExactly(key("z"));
    }

    @Test
    void writers_seeNoExpiredValue() {
        Entry entry = expired("a", 9000);

        assertThat(write("a", new Edit.Remove(), Preconditions.NONE)).isInstanceOf(WriteOutcome.KeyNotFound.class);
        for (Edit edit : List.of(new Edit.Replace(ofSize(10)), new Edit.Remove(), merge("m"))) {
            assertThat(write("a", edit, matching(entry.tag())))
                    .isEqualTo(new WriteOutcome.PreconditionFailed(Optional.empty()));
        }
        WriteOutcome.Written written = (WriteOutcome.Written) write("a", merge("m"), ABSENT);

        assertThat(written.created()).isTrue();
        assertThat(written.entry().createdAt()).isEqualTo(TestClock.START.plus(MINUTE));
        assertThat(written.entry().expiresAt()).isEmpty();
        assertThat(stores.text(NAMESPACE, "a")).isEqualTo("{\"m\":1}");
        assertThat(stores.recounted(NOTES, ANN).items()).isOne();
        assertThat(stores.sweep()).isZero();
    }

    @Test
    void put_clearsTheExpiry_andPatchKeepsIt() {
        Entry entry = stores.putFor(60, NAMESPACE, "a", ofSize(10));
        stores.putOk(NAMESPACE, "b", "{}");
        stores.clock().advance(Duration.ofSeconds(10));

        Entry patched = StoreFixture.written(write("a", merge("m"), matching(entry.tag())));
        assertThat(patched.expiresAt()).isEqualTo(entry.expiresAt());
        Edit later = new Edit.Merge(
                new Patch.Merge(new Obj(Map.of())),
                Optional.of(new Expiry.At(TestClock.START.plus(Duration.ofDays(3)))));
        assertThat(StoreFixture.written(write("a", later, Preconditions.NONE)).expiresAt())
                .contains(TestClock.START.plus(Duration.ofDays(3)));

        assertThat(stores.putOk(NAMESPACE, "a", ofSize(10)).expiresAt()).isEmpty();
        stores.clock().advance(Duration.ofDays(4));
        assertThat(stores.sweep()).isZero();
        assertThat(stores.data.get(NAMESPACE, key("a"))).isPresent();
        assertThat(stores.rowsOfIndex(stores.settings.appDataJson(), Tables.BY_EXPIRY))
                .isEmpty();
    }

    @Test
    void sweep_removesExpiredValuesOfBothRealms_andGivesTheirBytesBack() {
        stores.putFor(60, NAMESPACE, "a", ofSize(9000));
        stores.putFor(60, blob(NOTES, ANN), "a", bytes(20));
        stores.putFor(61, NAMESPACE, "b", ofSize(10));
        stores.clock().advance(MINUTE);
        assertThat(stores.usage(NOTES, ANN).items()).isEqualTo(3);

        assertThat(stores.sweep()).isEqualTo(2);
        assertThat(stores.sweep()).isZero();

        assertThat(stores.usage(NOTES, ANN)).isEqualTo(new Usage(10, new Usage.Count(10, 1), Usage.Count.ZERO));
        stores.clock().advance(MINUTE);
        assertThat(stores.sweep()).isOne();
        assertThat(stores.rows(stores.settings.appDataJson())).isEmpty();
        stores.checkInvariants();
        assertThat(stores.apps.remove(NOTES)).isEqualTo(AppRemoval.REMOVED);
    }

    @Test
    void sweep_afterDaysWithoutOne_findsEverything_andRemembersTheFirstDayWithValues() {
        stores.sweep();
        for (int day = 0; day < 5; day++) {
            stores.putFor(60 + day * 86_400, NAMESPACE, "a" + day, ofSize(10));
        }
        stores.clock().advance(Duration.ofDays(7));

        assertThat(stores.sweep()).isEqualTo(5);
        stores.sweep();

        assertThat(stores.rows(stores.settings.appUsage()).stream()
                        .filter(row -> row.attributes().containsKey(Attributes.SINCE))
                        .map(row -> row.text(Attributes.SINCE)))
                .containsExactly(
                        ExpiryIndex.dayOf(stores.clock().instant()).minusDays(1).toString());
    }

    @Test
    void sweep_withADamagedValue_removesTheOthers_andReportsIt() {
        stores.putFor(60, NAMESPACE, "a", ofSize(10));
        stores.putFor(60, NAMESPACE, "b", ofSize(10));
        stores.update(
                stores.settings.appDataJson(),
                Location.of(NAMESPACE, stores.settings).head(key("a")),
                "SET version = :v",
                Map.of(":v", dev.backplane.platform.dynamo.Values.text("?")));
        stores.clock().advance(MINUTE);

        ExpirySweep.Report report = stores.expirySweep.run(() -> true);

        assertThat(report.removed()).isOne();
        assertThat(report.failures()).hasSize(1);
        assertThat(report.complete()).isTrue();
    }

    @Test
    void sweep_withoutTime_isIncomplete_andTheNextOneContinues() {
        stores.putFor(60, NAMESPACE, "a", ofSize(10));
        stores.clock().advance(MINUTE);

        assertThat(stores.expirySweep.run(() -> false)).isEqualTo(new ExpirySweep.Report(0, List.of(), false));
        assertThat(stores.sweep()).isOne();
    }

    @Test
    void write_thatNeedsTheSpace_removesExpiredValuesFirst() {
        expired("a", 6000);
        stores.putOk(NAMESPACE, "b", ofSize(3000));

        QuotaCheck fits = new QuotaCheck(Optional.of(10_000L), Optional.of(3000L), 6500);
        assertThat(stores.data.dryRun(NAMESPACE, key("c"), ofSize(6500), Preconditions.NONE))
                .isEqualTo(new QuotaCheckOutcome.Checked(fits));
        stores.putOk(NAMESPACE, "c", ofSize(6500));

        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(9500);
        assertThat(stores.put(NAMESPACE, "d", ofSize(600)))
                .isEqualTo(
                        new WriteOutcome.QuotaExceeded(new QuotaCheck(Optional.of(10_000L), Optional.of(9500L), 600)));
    }

    @Test
    void batch_thatNeedsTheSpace_removesExpiredValuesFirst() {
        expired("a", 6000);

        assertThat(stores.batches.write(batch(ANN, "k", put("b", 5000), put("c", 3000))))
                .isInstanceOf(BatchOutcome.Written.class);

        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(8000);
    }

    @Test
    void batch_overExpiredValues_countsThemOnce() {
        expired("a", 9000);
        stores.putFor(60, NAMESPACE, "b", ofSize(10));
        stores.clock().advance(MINUTE);

        BatchOutcome.Written written =
                (BatchOutcome.Written) stores.batches.write(batch(ANN, "k", put("a", 20), delete("b")));

        assertThat(written.results().get(1)).isEqualTo(new Result.Deleted(key("b"), false));
        assertThat(stores.recounted(NOTES, ANN)).isEqualTo(new Usage(20, new Usage.Count(20, 1), Usage.Count.ZERO));
        assertThat(stores.sweep()).isZero();
    }

    @Test
    void batch_onlyOfDeletesOfExpiredValues_givesTheirBytesBack() {
        expired("a", 10);

        stores.batches.write(batch(ANN, "k", delete("a")));

        assertThat(stores.recounted(NOTES, ANN)).isEqualTo(Usage.NOTHING);
    }

    @Test
    void repeatedBatch_answersWithTheExpiryOfTheFirst() {
        Edit edit = new Edit.Replace(ofSize(10), Optional.of(new Expiry.After(MINUTE)));
        var batch = batch(ANN, "k", new dev.backplane.userdata.BatchChange(key("a"), edit, Preconditions.NONE));
        BatchOutcome first = stores.batches.write(batch);
        stores.clock().advance(Duration.ofSeconds(30));

        assertThat(stores.batches.write(batch)).isEqualTo(first);
        assertThat(stores.data.get(NAMESPACE, key("a")).orElseThrow().entry().expiresAt())
                .contains(TestClock.START.plus(MINUTE));
    }

    @Test
    void recount_ofExpiredValues_countsThemAsTheCountersDo() {
        expired("a", 10);
        stores.recounted(NOTES, ANN);
        stores.delete(stores.settings.appUsage(), UsageRow.key(NOTES, ANN));

        stores.usage.recount(NOTES, ANN, true);

        stores.recounted(NOTES, ANN);
        stores.putOk(NAMESPACE, "b", ofSize(9995));
        assertThat(stores.recounted(NOTES, ANN).bytes()).isEqualTo(9995);
    }

    @Test
    void expiredValue_thatManyRemoveAtOnce_isGivenBackOnce() {
        List<UserId> users = List.of(ANN, new UserId("bob"));
        for (UserId user : users) {
            for (int i = 0; i < 10; i++) {
                stores.putFor(60, json(NOTES, user), "k" + i, ofSize(600));
            }
            stores.putOk(json(NOTES, user), "z", ofSize(100));
        }
        stores.clock().advance(MINUTE);

        List<Integer> removed = Threads.race(6, thread -> {
                    if (thread < 3) {
                        return untilServed(() -> stores.expirySweep.run(() -> true))
                                .removed();
                    }
                    UserId user = users.get(thread % 2);
                    untilServed(() -> stores.put(json(NOTES, user), "n" + thread, ofSize(4000)));
                    return 0;
                })
                .allResults();

        assertThat(removed.stream().mapToInt(Integer::intValue).sum()).isLessThanOrEqualTo(20);
        untilServed(() -> stores.expirySweep.run(() -> true));
        stores.checkInvariants();
        assertThat(stores.usage(NOTES, ANN).bytes()).isEqualTo(4101L);
    }
}
