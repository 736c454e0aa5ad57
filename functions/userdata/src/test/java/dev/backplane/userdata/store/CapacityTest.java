package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.matching;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.log.Meter;
import dev.backplane.platform.testing.DynamoLocal;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Patch;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Shelf;
import dev.backplane.userdata.UserId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Holds the round trips and capacity units that docs/data-model/userdata.md states.
 *
 * <p>In a transaction each write of a row counts twice, and so do its writes of indexes as the engine counts them.
 */
class CapacityTest {

    private static final Shelf SHELF = json(NOTES, ANN);
    private static final Shelf CONTENT = new Shelf.Content(ANN);
    private static final Shelf BEHAVIOR = new Shelf.Behavior(ANN);

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.register(NOTES, 2_000_000);
        stores.putOk(SHELF, "warm", ofSize(100));
    }

    private static void assertCost(Supplier<?> work, long calls, double readUnits, double writeUnits) {
        Meter meter = new Meter();
        meter.measure(work);
        assertThat(List.of((double) meter.calls(), meter.readUnits(), meter.writeUnits()))
                .as("round trips, read units, write units")
                .containsExactly((double) calls, readUnits, writeUnits);
    }

    /** Returns JSON of so many bytes that packs as badly as text of letters and digits can. */
    private static Payload text(int bytes) {
        String digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        StringBuilder text = new StringBuilder("\"");
        new Random(bytes).ints(bytes - 2, 0, digits.length()).forEach(i -> text.append(digits.charAt(i)));
        return Payload.json(text.append('"').toString());
    }

    @Test
    void overwrite_of2KiBForAUserWhoHolds1MiB_costsAtMostTwoReadAndSixWriteUnits() {
        for (int i = 0; i < 5; i++) {
            stores.putOk(SHELF, "large" + i, text(200 * 1024));
        }
        Entry entry = stores.putOk(SHELF, "doc", text(2048));

        assertCost(() -> stores.putOk(SHELF, "doc", text(2048)), 2, 1, 6);
        // A process that has not seen the app yet reads its quota in the same call.
        DataStore cold = stores.anotherProcess();
        assertCost(() -> cold.write(SHELF, key("doc"), new Edit.Replace(text(2048)), Preconditions.NONE), 2, 2, 6);
        assertThat(entry.size()).isEqualTo(2051);
    }

    @Test
    void overwrite_withIfMatch_readsNothing() {
        Entry entry = stores.putOk(SHELF, "doc", text(2048));

        assertCost(
                () -> stores.data.write(SHELF, key("doc"), new Edit.Replace(text(2048)), matching(entry.tag())),
                1,
                0,
                6);
    }

    @Test
    void create_ofASmallValue_readsTheAppAndWritesRowIndexAndCounters() {
        assertCost(() -> stores.putOk(SHELF, "new", ofSize(100)), 3, 2, 2 * (1 + 1 + 1));
    }

    @Test
    void create_ofAUsersFirst_alsoWritesTheIndexOfUsers() {
        Shelf other = json(NOTES, new UserId("bob"));
        assertCost(() -> stores.putOk(other, "new", ofSize(100)), 3, 2, 2 * (1 + 1 + 1 + 1));
    }

    @Test
    void overwrite_ofASmallValue_writesRowAndCountersAndNoIndex() {
        assertCost(() -> stores.putOk(SHELF, "warm", ofSize(200)), 2, 1, 2 * (1 + 1));
    }

    @Test
    void overwrite_ofALargeValue_writesTheRowApartToo() {
        stores.putOk(SHELF, "large", text(10_000));
        // 10,000 characters of 62 kinds pack into eight units.
        assertCost(() -> stores.putOk(SHELF, "large", text(10_000)), 2, 1, 2 * (1 + 1 + 8));
    }

    @Test
    void merge_readsTheValueAndWritesLikeAPut() {
        stores.putOk(SHELF, "doc", "{\"a\":1}");
        Edit merge = new Edit.Merge(new Patch.Members(new Obj(Map.of("b", new Num("2")))));
        assertCost(() -> stores.data.write(SHELF, key("doc"), merge, Preconditions.NONE), 2, 1, 4);
    }

    @Test
    void delete_readsTheCountersToo() {
        stores.putOk(SHELF, "doc", ofSize(100));
        assertCost(() -> stores.remove(SHELF, "doc"), 2, 2, 2 * (1 + 1 + 1));
    }

    @Test
    void refusedByTheQuota_readsOnceAndIsRefusedOnce() {
        stores.putOk(SHELF, "doc", ofSize(100));
        stores.putOk(SHELF, "most", ofSize(200_000));
        stores.apps.setQuota(NOTES, Optional.of(200_500L));
        stores.clock().advance(AppCache.MAX_AGE);
        assertCost(() -> stores.put(SHELF, "doc", ofSize(1000)), 2, 2, 0);
    }

    @Test
    void get_ofASmallValue_isOneRead() {
        assertCost(() -> stores.data.get(SHELF, key("warm")), 1, 1, 0);
    }

    @Test
    void get_ofALargeValue_isTwoReads() {
        stores.putOk(SHELF, "large", text(10_000));
        assertCost(() -> stores.data.get(SHELF, key("large")), 2, 1 + 2, 0);
    }

    @Test
    void list_costsByItsKeysAndNotByItsValues() {
        stores.apps.setQuota(NOTES, Optional.empty());
        stores.clock().advance(AppCache.MAX_AGE);
        for (int i = 0; i < 25; i++) {
            stores.putOk(SHELF, "k" + i, text(100_000));
        }
        // 25 heads of about 150 bytes; the values come to 2.5 MB.
        assertCost(() -> stores.data.list(SHELF, "k", 25, Optional.empty()), 1, 1, 0);
    }

    @Test
    void quotaReport_isOneCallWhateverTheUserHolds() {
        stores.putOk(SHELF, "large", text(200_000));
        assertCost(() -> stores.usage.quota(NOTES, ANN), 1, 2, 0);
    }

    @Test
    void dryRun_isOneCall() {
        assertCost(() -> stores.data.tryOut(SHELF, key("warm"), ofSize(10), Preconditions.NONE), 1, 3, 0);
    }

    @Test
    void recount_costsByKeys() {
        for (int i = 0; i < 5; i++) {
            stores.putOk(SHELF, "k" + i, text(200_000));
            stores.putOk(blob(NOTES, ANN), "k" + i, bytes(100));
        }
        assertCost(() -> stores.recounted(NOTES, ANN), 3, 1 + 1 + 1, 0);
    }

    @Test
    void content_isNotCountedAndCostsAPlainWrite() {
        assertCost(() -> stores.putOk(CONTENT, "doc", ofSize(100)), 2, 1, 1 + 1);
        assertCost(() -> stores.putOk(CONTENT, "doc", ofSize(200)), 2, 1, 1);
        assertCost(() -> stores.remove(CONTENT, "doc"), 2, 1, 1 + 1);
    }

    @Test
    void increment_isOneUpdateAndWithAnIdempotencyKeyATransaction() {
        assertCost(() -> increment(Optional.empty()), 1, 0, 1);
        // Two rows are written, so that DynamoDB counts four; the engine counts one of them here.
        assertCost(() -> increment(Optional.of("k")), 2, 1, 2);
        assertCost(() -> increment(Optional.of("k")), 2, 1, 0);
        assertCost(() -> stores.data.get(BEHAVIOR, key("a")), 1, 1, 0);
    }

    private Object increment(Optional<String> idempotencyKey) {
        return stores.counters.increment(ANN, key("a"), CounterNumber.ONE, idempotencyKey);
    }

    @Test
    void apps_areWrittenWithTheirCopyAndListedByOneQuery() {
        assertCost(() -> stores.apps.list(25, Optional.empty()), 1, 1, 0);
        assertCost(() -> stores.apps.get(NOTES), 1, 1, 0);
        assertCost(() -> stores.apps.setQuota(NOTES, Optional.of(5L)), 2, 1, 4);
    }
}
