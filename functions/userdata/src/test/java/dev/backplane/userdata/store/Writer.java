package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.batch;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.delete;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static dev.backplane.userdata.store.StoreFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.TestClock;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Expiry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Patch;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A process that does random writes, and dies between some of its calls. */
final class Writer {

    private static final List<String> KEYS = List.of("a", "b", "c", "d");

    private final Random random;
    private final AppOptions options;
    private final AppStore apps;
    private final DataStore data;
    private final BatchStore batches;
    private final UsageStore usage;
    private final ExpirySweep expirySweep;
    private final TestClock clock;

    Writer(StoreFixture fixture, Random random) {
        this(fixture, random, AppOptions.NONE);
    }

    /** Creates a process that registers apps with options. */
    Writer(StoreFixture fixture, Random random, AppOptions options) {
        this.random = random;
        this.options = options;
        Stores stores = fixture.over(fixture.faults().crashAtRandom(new Random(random.nextLong())));
        this.apps = stores.apps();
        this.data = stores.data();
        this.batches = stores.batches();
        this.usage = stores.usage();
        this.expirySweep = stores.expirySweep();
        this.clock = fixture.clock();
    }

    /** Does one random write for a user. */
    void write(AppName app, UserId user) {
        // After a death, the next write is that of another process.
        FaultInjection.crashes(() -> {
            try {
                attempt(app, user);
            } catch (Unavailable e) {
                // Too many at once is a valid response, as long as nothing was written.
                assertThat(e.code()).isEqualTo("CONTENDED");
            }
        });
    }

    private void attempt(AppName app, UserId user) {
        DataKey key = key(KEYS.get(random.nextInt(KEYS.size())));
        int size = 10 + (random.nextInt(3) == 0 ? random.nextInt(9000) : random.nextInt(900));
        Namespace either = random.nextBoolean() ? json(app, user) : blob(app, user);
        switch (random.nextInt(15)) {
            case 0, 1 -> write(json(app, user), key, new Edit.Replace(ofSize(size)));
            case 2 -> write(blob(app, user), key, new Edit.Replace(bytes(size)));
            case 3 ->
                write(json(app, user), key, new Edit.Merge(new Patch.Merge(new Obj(Map.of("m" + size, new Num("1"))))));
            case 4, 5 -> write(either, key, new Edit.Remove());
            case 6 -> usage.recount(app, user, true);
            case 7, 8, 9 ->
                batches.write(
                        batch(app, user, "key-" + random.nextInt(20), put("a", size), delete("b"), put("c", size / 2)));
            case 10 -> {
                apps.remove(app);
                apps.register(app, Optional.of(20_000L), options);
            }
            case 11, 12 -> write(either, key, new Edit.Replace(payload(either, size), soon()));
            case 13 -> {
                clock.advance(Duration.ofSeconds(20 + random.nextInt(40)));
                expirySweep.run(() -> true);
            }
            default -> apps.setQuota(app, Optional.of(5_000L + random.nextInt(20_000)));
        }
    }

    private static Payload payload(Namespace namespace, int size) {
        return namespace instanceof Namespace.AppData data && data.realm() == Realm.BLOB ? bytes(size) : ofSize(size);
    }

    private Optional<Expiry> soon() {
        return Optional.of(new Expiry.After(Duration.ofSeconds(60 + random.nextInt(120))));
    }

    private void write(Namespace namespace, DataKey key, Edit edit) {
        StoreFixture.write(data, namespace, key, edit, Preconditions.NONE);
    }
}
