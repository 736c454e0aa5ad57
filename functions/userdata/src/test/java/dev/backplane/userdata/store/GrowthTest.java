package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What does not grow with what a user keeps; docs/capacity.md has the rest. */
class GrowthTest {

    private static final Namespace NAMESPACE = json(NOTES, ANN);

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.register(NOTES, 2_000_000);
        stores.putOk(NAMESPACE, "warm", ofSize(100));
    }

    private static void assertCost(Supplier<?> work, long calls, double readUnits, double writeUnits) {
        Meter meter = new Meter();
        meter.measure(work);
        assertThat(List.of((double) meter.calls(), meter.readUnits(), meter.writeUnits()))
                .as("round trips, read units, write units")
                .containsExactly((double) calls, readUnits, writeUnits);
    }

    /** Returns JSON of a given size that compresses as badly as letters and digits can. */
    private static Payload text(int bytes) {
        String digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        StringBuilder text = new StringBuilder("\"");
        new Random(bytes).ints(bytes - 2, 0, digits.length()).forEach(i -> text.append(digits.charAt(i)));
        return Payload.json(text.append('"').toString());
    }

    @Test
    void overwrite_of2KiBForAUserWhoHolds1MiB_costsWhatOneForASmallUserDoes() {
        for (int i = 0; i < 5; i++) {
            stores.putOk(NAMESPACE, "large" + i, text(200 * 1024));
        }
        Entry entry = stores.putOk(NAMESPACE, "doc", text(2048));

        // The marks of removals are another read; the engine bills nothing for rows that do not exist.
        assertCost(() -> stores.putOk(NAMESPACE, "doc", text(2048)), 3, 1, 6);
        // A process that has not seen the app yet reads its quota in the same call.
        DataStore cold = stores.anotherProcess();
        assertCost(
                () -> StoreFixture.write(cold, NAMESPACE, key("doc"), new Edit.Replace(text(2048)), Preconditions.NONE),
                3,
                2,
                6);
        assertThat(entry.size()).isEqualTo(2051);
    }

    @Test
    void list_costsByItsKeysAndNotByItsValues() {
        stores.apps.setQuota(NOTES, Optional.empty());
        stores.clock().advance(AppCache.MAX_AGE);
        for (int i = 0; i < 25; i++) {
            stores.putOk(NAMESPACE, "k" + i, text(100_000));
        }
        // 25 heads of about 150 bytes; the values come to 2.5 MB.
        assertCost(() -> stores.data.list(NAMESPACE, "k", 25, Optional.empty()), 1, 1, 0);
    }

    @Test
    void recount_costsByKeys() {
        for (int i = 0; i < 5; i++) {
            stores.putOk(NAMESPACE, "k" + i, text(200_000));
            stores.putOk(blob(NOTES, ANN), "k" + i, bytes(100));
        }
        assertCost(() -> stores.recounted(NOTES, ANN), 3, 1 + 1 + 1, 0);
    }
}
