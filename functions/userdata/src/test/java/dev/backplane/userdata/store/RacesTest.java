package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.testing.DynamoLocal;
import dev.backplane.platform.testing.Threads;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.CounterOutcome;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Patch;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Shelf;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.WriteOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What must hold whoever else writes at the same time. */
class RacesTest {

    private static final Shelf SHELF = json(NOTES, ANN);

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @Test
    void put_whenTwentyWantTheRoomOfTen_tenSucceedToTheByte() {
        stores.register(NOTES, 1000);

        List<WriteOutcome> outcomes = Threads.race(20, thread -> stores.put(SHELF, letter(thread), ofSize(100)))
                .allResults();

        assertThat(outcomes).filteredOn(WriteOutcome.Written.class::isInstance).hasSize(10);
        assertThat(outcomes)
                .filteredOn(WriteOutcome.QuotaExceeded.class::isInstance)
                .hasSize(10);
        assertThat(stores.recounted(NOTES, ANN)).isEqualTo(new Usage(1000, new Count(1000, 10), Count.ZERO));
    }

    @Test
    void put_whenTwentyWriteOneKey_theCounterIsTheSurvivors() {
        stores.register(NOTES, 100_000);

        List<WriteOutcome> outcomes = Threads.race(20, thread -> stores.put(SHELF, "a", ofSize(100 + 300 * thread)))
                .allResults();

        assertThat(outcomes).allMatch(WriteOutcome.Written.class::isInstance);
        assertThat(outcomes)
                .filteredOn(outcome -> ((WriteOutcome.Written) outcome).created())
                .hasSize(1);
        long survivor = stores.data.get(SHELF, key("a")).orElseThrow().entry().size();
        assertThat(stores.recounted(NOTES, ANN)).isEqualTo(new Usage(survivor, new Count(survivor, 1), Count.ZERO));
    }

    @Test
    void create_whenTwoWantToBeTheFirst_oneIs() {
        stores.registerUnlimited(NOTES);

        List<WriteOutcome> outcomes = Threads.race(
                        2,
                        thread -> stores.data.write(
                                SHELF, key("a"), new Edit.Replace(ofSize(10 + thread)), StoreFixture.ABSENT))
                .allResults();

        assertThat(outcomes).filteredOn(WriteOutcome.Written.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(WriteOutcome.PreconditionFailed.class::isInstance)
                .hasSize(1);
    }

    @Test
    void merge_whenTenMergeDifferentMembers_allSurvive() {
        stores.registerUnlimited(NOTES);
        stores.putOk(SHELF, "a", "{\"large\":\"" + "x".repeat(5000) + "\"}");

        assertThat(Threads.race(10, thread -> merge(SHELF, thread)).allResults())
                .allMatch(WriteOutcome.Written.class::isInstance);

        JsonValue merged =
                stores.data.get(SHELF, key("a")).orElseThrow().payload().toJson();
        assertThat(((Obj) merged).members()).hasSize(11);
        stores.recounted(NOTES, ANN);
    }

    @Test
    void merge_ofContentAndBehavior_survivesLikewise() {
        for (Shelf shelf : List.of(new Shelf.Content(ANN), new Shelf.Behavior(ANN))) {
            assertThat(Threads.race(10, thread -> merge(shelf, thread)).allResults())
                    .allMatch(WriteOutcome.Written.class::isInstance);
            JsonValue merged =
                    stores.data.get(shelf, key("a")).orElseThrow().payload().toJson();
            assertThat(((Obj) merged).members()).hasSize(10);
        }
    }

    private WriteOutcome merge(Shelf shelf, int thread) {
        Patch patch = new Patch.Members(new Obj(Map.of("m" + thread, new Num("1"))));
        return stores.data.write(shelf, key("a"), new Edit.Merge(patch), Preconditions.NONE);
    }

    @Test
    void increment_whenAHundredCount_itIsAHundred() {
        assertThat(Threads.race(100, _ -> increment("a", Optional.empty())).allResults())
                .allMatch(CounterOutcome.Counted.class::isInstance)
                .doesNotHaveDuplicates();

        assertThat(stores.text(new Shelf.Behavior(ANN), "a")).isEqualTo("100");
    }

    @Test
    void increment_whenAHundredCountWithFiftyKeys_itIsFifty() {
        assertThat(Threads.race(100, thread -> increment("a", Optional.of("id-" + thread / 2)))
                        .allResults())
                .allMatch(CounterOutcome.Counted.class::isInstance);

        assertThat(stores.text(new Shelf.Behavior(ANN), "a")).isEqualTo("50");
    }

    private CounterOutcome increment(String key, Optional<String> idempotencyKey) {
        return stores.counters.increment(ANN, key(key), CounterNumber.parse("1").orElseThrow(), idempotencyKey);
    }

    @Test
    void lastValue_whenItGoesWhileAnotherComes_leavesTheUserListed() {
        stores.registerUnlimited(NOTES);
        for (int round = 0; round < 10; round++) {
            stores.putOk(SHELF, "a", ofSize(10));
            Threads.race(2, thread -> thread == 0 ? stores.remove(SHELF, "a") : stores.put(SHELF, "b", ofSize(20)))
                    .allResults();
            assertThat(stores.recounted(NOTES, ANN)).isEqualTo(new Usage(20, new Count(20, 1), Count.ZERO));
            assertThat(stores.usage
                            .listUsers(NOTES, Optional.empty(), 10, Optional.empty())
                            .items())
                    .hasSize(1);
            stores.remove(SHELF, "b");
            assertThat(stores.usage
                            .listUsers(NOTES, Optional.empty(), 10, Optional.empty())
                            .items())
                    .isEmpty();
        }
    }

    @Test
    void randomWrites_fromSixteenThreads_leaveEveryCounterRight() {
        List<AppName> apps = List.of(NOTES, new AppName("notes.2"));
        List<UserId> users = List.of(ANN, new UserId("bob"), new UserId("notes#ann"));
        apps.forEach(app -> stores.register(app, 20_000));

        Threads.race(16, thread -> {
                    Random random = new Random(4711 + thread);
                    for (int i = 0; i < 40; i++) {
                        write(random, apps.get(random.nextInt(2)), users.get(random.nextInt(3)));
                    }
                    return thread;
                })
                .allResults();

        apps.forEach(app -> users.forEach(user -> stores.recounted(app, user)));
        assertThat(stores.rowsOfIndex(stores.settings.appUsage(), Tables.BY_APP))
                .hasSize(Math.toIntExact(apps.stream()
                        .flatMap(app -> users.stream().map(user -> stores.usage(app, user)))
                        .filter(usage -> usage.items() > 0)
                        .count()));
    }

    private void write(Random random, AppName app, UserId user) {
        String key = letter(random.nextInt(4));
        int size = 10 + (random.nextInt(3) == 0 ? random.nextInt(9000) : random.nextInt(900));
        try {
            switch (random.nextInt(6)) {
                case 0, 1 -> stores.put(json(app, user), key, ofSize(size));
                case 2 -> stores.put(blob(app, user), key, bytes(size));
                case 3 ->
                    stores.data.write(
                            json(app, user),
                            key(key),
                            new Edit.Merge(new Patch.Merge(new Obj(Map.of("m" + size, new Num("1"))))),
                            Preconditions.NONE);
                case 4 -> stores.remove(random.nextBoolean() ? json(app, user) : blob(app, user), key);
                default -> stores.apps.setQuota(app, Optional.of(5_000L + random.nextInt(20_000)));
            }
        } catch (Unavailable e) {
            // Too many at once is an answer too, as long as nothing was written.
            assertThat(e.code()).isEqualTo("CONTENDED");
        }
    }

    private static String letter(int index) {
        return IntStream.rangeClosed('a', 'z')
                .mapToObj(Character::toString)
                .toList()
                .get(index);
    }

    @Test
    void read_whileALargeValueIsWritten_seesOneOrTheOtherAndNeverAMix() {
        stores.registerUnlimited(NOTES);
        Payload one = bytes(3000);
        Payload other = bytes(4000);
        Shelf blobs = blob(NOTES, ANN);
        stores.putOk(blobs, "a", one);
        List<byte[]> values = List.of(one.bytes(), other.bytes());

        Threads.race(3, thread -> {
                    for (int i = 0; i < 40; i++) {
                        switch (thread) {
                            case 0 -> stores.put(blobs, "a", i % 2 == 0 ? other : one);
                            case 1 ->
                                assertThat(stores.data
                                                .get(blobs, key("a"))
                                                .orElseThrow()
                                                .payload()
                                                .bytes())
                                        .isIn(values);
                            default ->
                                assertThat(stores.data
                                                .query(blobs, "", 10, Optional.empty())
                                                .items())
                                        .singleElement()
                                        .satisfies(stored -> assertThat(
                                                        stored.payload().bytes())
                                                .isIn(values));
                        }
                    }
                    return thread;
                })
                .allResults();
    }

    @Test
    void recount_whileOthersWrite_neverTellsOfADriftThatIsNone() {
        stores.registerUnlimited(NOTES);
        Threads.race(4, thread -> {
                    for (int i = 0; i < 15; i++) {
                        if (thread == 0) {
                            recountUnderLoad();
                        } else {
                            stores.put(SHELF, letter(thread), Payload.json("\"" + "y".repeat(i * 10) + "\""));
                        }
                    }
                    return thread;
                })
                .allResults();
        stores.recounted(NOTES, ANN);
    }

    private void recountUnderLoad() {
        try {
            stores.recounted(NOTES, ANN);
        } catch (Unavailable e) {
            assertThat(e.code()).isEqualTo("CONTENDED");
        }
    }
}
