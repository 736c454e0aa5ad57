package dev.backplane.userdata.store;

import static dev.backplane.testing.Threads.untilServed;
import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Unavailable;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.UserId;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What readers and counters see while many write. */
class RandomWritesTest {
    private static final Namespace NAMESPACE = json(NOTES, ANN);

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static String letter(int index) {
        return IntStream.rangeClosed('a', 'z')
                .mapToObj(Character::toString)
                .toList()
                .get(index);
    }

    @Test
    void randomWrites_fromSixteenProcessesThatDieBetweenCalls_leaveEveryCounterRight() {
        List<AppName> apps = List.of(NOTES, new AppName("notes.2"));
        List<UserId> users = List.of(ANN, new UserId("bob"), new UserId("notes#ann"));
        apps.forEach(app -> stores.register(app, 20_000));

        Threads.race(16, thread -> {
                    Random random = new Random(4711 + thread);
                    Writer writer = new Writer(stores, random);
                    for (int i = 0; i < 30; i++) {
                        writer.write(apps.get(random.nextInt(2)), users.get(random.nextInt(3)));
                    }
                    return thread;
                })
                .allResults();

        stores.checkInvariants();
        apps.forEach(app -> stores.apps.register(app, Optional.empty(), AppOptions.NONE));
        apps.forEach(app -> users.forEach(user -> stores.recounted(app, user)));
        assertThat(stores.rowsOfIndex(stores.settings.appUsage(), Tables.BY_APP))
                .hasSize(Math.toIntExact(apps.stream()
                        .flatMap(app -> users.stream().map(user -> stores.usage(app, user)))
                        .filter(usage -> usage.items() > 0)
                        .count()));
    }

    @Test
    void read_whileALargeValueIsWritten_seesOneOrTheOtherAndNeverAMix() {
        stores.registerUnlimited(NOTES);
        Payload one = bytes(3000);
        Payload other = bytes(4000);
        Namespace blobs = blob(NOTES, ANN);
        stores.putOk(blobs, "a", one);
        List<byte[]> values = List.of(one.bytes(), other.bytes());

        Threads.race(3, thread -> {
                    for (int i = 0; i < 40; i++) {
                        Payload next = i % 2 == 0 ? other : one;
                        switch (thread) {
                            case 0 -> untilServed(() -> stores.put(blobs, "a", next));
                            case 1 ->
                                assertThat(untilServed(() -> stores.data.get(blobs, key("a")))
                                                .orElseThrow()
                                                .payload()
                                                .bytes())
                                        .isIn(values);
                            default ->
                                assertThat(untilServed(() -> stores.data.query(blobs, "", 10, Optional.empty()))
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
                            Payload longer = Payload.json("\"" + "y".repeat(i * 10) + "\"");
                            untilServed(() -> stores.put(NAMESPACE, letter(thread), longer));
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
