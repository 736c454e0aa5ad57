package dev.backplane.userdata.store;

import static dev.backplane.testing.Threads.untilServed;
import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.batch;
import static dev.backplane.userdata.store.StoreFixture.delete;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static dev.backplane.userdata.store.StoreFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What clients that follow a feed see while many write. */
class FeedRacesTest {

    private static final AppOptions ON = new AppOptions(Optional.of(true), Optional.of(true));
    private static final List<UserId> USERS = List.of(ANN, new UserId("bob"), new UserId("notes#ann"));
    private static final int WRITERS = 16;

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private FeedReader reader(UserId user, int limit) {
        return new FeedReader(stores.over(stores.faults()).changes(), NOTES, user, limit);
    }

    private void assertReplayed(UserId user) {
        stores.clock().advance(Backfill.VISIBLE.plusMillis(1));
        assertThat(reader(user, 7).catchUp())
                .as("the feed of %s from the beginning", user)
                .isEqualTo(FeedReader.stored(stores.data, NOTES, user));
    }

    @Test
    void clients_ofUsersWhomManyProcessesThatDieWrite_haveWhatIsStored() {
        stores.apps.register(NOTES, Optional.of(20_000L), ON);
        List<FeedReader> readers = USERS.stream().map(user -> reader(user, 5)).toList();
        AtomicInteger writing = new AtomicInteger(WRITERS);

        Threads.race(WRITERS + readers.size(), thread -> {
                    if (thread >= WRITERS) {
                        while (writing.get() > 0) {
                            follow(readers.get(thread - WRITERS));
                        }
                    } else {
                        write(thread, writing);
                    }
                    return thread;
                })
                .allResults();

        stores.checkInvariants();
        stores.apps.register(NOTES, Optional.empty(), ON);
        expireAll();
        for (int i = 0; i < USERS.size(); i++) {
            UserId user = USERS.get(i);
            stores.recounted(NOTES, user);
            stores.clock().advance(Backfill.VISIBLE.plusMillis(1));
            readers.get(i).follow();
            assertThat(readers.get(i).catchUp()).isEqualTo(FeedReader.stored(stores.data, NOTES, user));
            assertReplayed(user);
        }
    }

    /** Removes the values that would expire between two of the following reads. */
    private void expireAll() {
        stores.clock().advance(Duration.ofMinutes(4));
        stores.sweep();
    }

    private void write(int thread, AtomicInteger writing) {
        Random random = new Random(815 + thread);
        Writer writer = new Writer(stores, random, ON);
        try {
            for (int i = 0; i < 30; i++) {
                writer.write(NOTES, USERS.get(random.nextInt(USERS.size())));
            }
        } finally {
            writing.decrementAndGet();
        }
    }

    private void follow(FeedReader reader) {
        untilServed(() -> {
            stores.clock().advance(Duration.ofMillis(100));
            reader.follow();
            return true;
        });
    }

    @Test
    void feed_thatIsSwitchedOffAndOnWhileManyWrite_isRightInTheEnd() {
        stores.apps.register(NOTES, Optional.of(20_000L), ON);
        AtomicInteger writing = new AtomicInteger(WRITERS);

        Threads.race(WRITERS + 1, thread -> {
                    if (thread < WRITERS) {
                        write(thread, writing);
                        return thread;
                    }
                    FeedReader reader = reader(ANN, 5);
                    for (int i = 0; writing.get() > 0; i++) {
                        boolean on = i % 4 != 0;
                        stores.apps.setOptions(NOTES, new AppOptions(Optional.of(on), Optional.of(i % 3 == 0)));
                        follow(reader);
                    }
                    return thread;
                })
                .allResults();

        stores.checkInvariants();
        stores.apps.register(NOTES, Optional.empty(), ON);
        stores.apps.setOptions(NOTES, ON);
        expireAll();
        USERS.forEach(this::assertReplayed);
        stores.checkInvariants();
    }

    @Test
    void confirmedWrite_isInTheNextRead_whoeverElseWrites() {
        stores.apps.register(NOTES, Optional.empty(), ON);

        Threads.race(8, thread -> {
                    String own = "own" + (char) ('a' + thread);
                    FeedReader reader = reader(ANN, 100);
                    for (int i = 0; i < 15; i++) {
                        int size = 10 + i;
                        Entry entry = untilServed(() -> stores.putOk(json(NOTES, ANN), own, ofSize(size)));
                        untilServed(reader::catchUp);
                        assertThat(reader.known(Realm.JSON, key(own))).contains(entry.version());
                    }
                    untilServed(() -> stores.batches.write(batch(ANN, own, delete(own), put("other", 10))));
                    untilServed(reader::catchUp);
                    assertThat(reader.known(Realm.JSON, key(own))).isEmpty();
                    return thread;
                })
                .allResults();
        assertReplayed(ANN);
    }

    @Test
    void clients_thatBeginAFeedWhileOthersWrite_missNothing() {
        stores.registerUnlimited(NOTES);
        for (int i = 0; i < 120; i++) {
            stores.putOk(json(NOTES, ANN), "k" + i, ofSize(10));
        }
        stores.apps.setOptions(NOTES, ON);
        AtomicInteger writing = new AtomicInteger(4);

        Threads.race(8, thread -> {
                    FeedReader reader = reader(ANN, 30);
                    Random random = new Random(thread);
                    DataStore process = stores.anotherProcess();
                    for (int i = 0; thread < 4 && i < 20; i++) {
                        String name = "k" + random.nextInt(150);
                        untilServed(() -> StoreFixture.write(
                                process,
                                json(NOTES, ANN),
                                key(name),
                                random.nextInt(3) == 0 ? new Edit.Remove() : new Edit.Replace(ofSize(20)),
                                Preconditions.NONE));
                    }
                    if (thread < 4) {
                        writing.decrementAndGet();
                    }
                    while (writing.get() > 0) {
                        follow(reader);
                    }
                    follow(reader);
                    assertThat(untilServed(reader::catchUp)).isEqualTo(FeedReader.stored(stores.data, NOTES, ANN));
                    return thread;
                })
                .allResults();
    }
}
