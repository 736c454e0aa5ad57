package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.CALLER;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.batch;
import static dev.backplane.userdata.store.StoreFixture.blob;
import static dev.backplane.userdata.store.StoreFixture.bytes;
import static dev.backplane.userdata.store.StoreFixture.delete;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static dev.backplane.userdata.store.StoreFixture.put;
import static dev.backplane.userdata.store.StoreFixture.reference;
import static dev.backplane.userdata.store.StoreFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import dev.backplane.testing.TestClock;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Upload;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lets a process die before and after each call of each flow, and looks at what it leaves behind. */
class CrashTest {

    private static final int MOST_CALLS = 60;
    private static final int BYTES = 300_000;

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    /** A flow: how it is prepared, and what a process calls. */
    record Flow(String name, Consumer<StoreFixture> prepare, Consumer<Stores> run) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Flow> flows() {
        Consumer<Stores> put = process -> StoreFixture.write(
                process.data(), json(NOTES, ANN), key("a"), new Edit.Replace(ofSize(10)), Preconditions.NONE);
        Consumer<Stores> remove = process ->
                StoreFixture.write(process.data(), json(NOTES, ANN), key("a"), new Edit.Remove(), Preconditions.NONE);
        Consumer<Stores> read = process -> {
            process.changes().read(new ChangeStore.Request(NOTES, ANN, Optional.empty(), 100, true));
            process.changes().read(new ChangeStore.Request(NOTES, ANN, Optional.empty(), 100, false));
        };
        Consumer<Stores> repair = process -> process.usage().recount(NOTES, ANN, true);
        return Stream.of(
                new Flow("a user's first value", _ -> {}, put),
                new Flow("the first value in an older app", stores -> stores.withoutGuards(NOTES), put),
                new Flow("a further value", stores -> stores.putOk(blob(NOTES, ANN), "b", bytes(10)), put),
                new Flow("a smaller value", stores -> stores.putOk(json(NOTES, ANN), "a", ofSize(9000)), put),
                new Flow("the delete of the last value", CrashTest::one, remove),
                new Flow("the delete of one of two", CrashTest::two, remove),
                new Flow(
                        "a user's first batch",
                        _ -> {},
                        process -> process.batches().write(batch(ANN, "k", put("a", 10), put("b", 9000), delete("c")))),
                new Flow(
                        "the first batch in an older app",
                        stores -> stores.withoutGuards(NOTES),
                        process -> process.batches().write(batch(ANN, "k", put("a", 10)))),
                new Flow(
                        "a batch that deletes everything",
                        CrashTest::two,
                        process -> process.batches().write(batch(ANN, "k", delete("a"), delete("b")))),
                new Flow(
                        "the removal of an expired value, the last one",
                        CrashTest::expired,
                        process -> process.expirer().expire(new Namespace.AppData(NOTES, ANN, Realm.JSON), key("a"))),
                new Flow("a value in place of an expired one", CrashTest::expired, put),
                new Flow("a recount", CrashTest::lost, repair),
                new Flow("a first value of a feed", CrashTest::feed, put),
                new Flow("the delete of the last value of a feed", both(CrashTest::feed, CrashTest::one), remove),
                new Flow(
                        "a batch of a feed",
                        both(CrashTest::feed, CrashTest::two),
                        process -> process.batches().write(batch(ANN, "k", put("a", 10), delete("b"), put("c", 9000)))),
                new Flow(
                        "the beginning of a feed",
                        stores -> {
                            two(stores);
                            feed(stores);
                        },
                        read),
                new Flow("the end of an earlier feed", CrashTest::again, read),
                new Flow(
                        "the removal of a feed",
                        CrashTest::again,
                        process -> process.changes().clear(NOTES, ANN)),
                new Flow(
                        "the registration of an app",
                        _ -> {},
                        process -> process.apps().register(new AppName("other"), Optional.empty(), AppOptions.NONE)),
                new Flow(
                        "the removal of an app",
                        _ -> {},
                        process -> process.apps().remove(NOTES)));
    }

    static Stream<Flow> uploads() {
        AtomicReference<Upload> upload = new AtomicReference<>();
        Consumer<StoreFixture> sent = stores -> {
            upload.set(stores.upload(request("a", BYTES, 1)));
            stores.objects.send(upload.get());
        };
        Consumer<Stores> create = process -> process.uploads().create(request("a", BYTES, 1));
        Consumer<Stores> complete =
                process -> process.uploads().complete(reference(upload.get()), Preconditions.NONE, CALLER);
        Consumer<Stores> sweep = process -> process.expirySweep().run(() -> true);
        return Stream.of(
                new Flow("a user's first upload", _ -> {}, create),
                new Flow("the first upload in an older app", stores -> stores.withoutGuards(NOTES), create),
                new Flow("the completion of a user's first upload", sent, complete),
                new Flow("the completion in place of a small blob", sent.andThen(CrashTest::separateBlob), complete),
                new Flow(
                        "the completion in place of a large blob",
                        sent.andThen(stores -> stores.putLarge("a", BYTES + 1)),
                        complete),
                new Flow(
                        "the removal of an upload",
                        sent,
                        process -> process.uploads().remove(reference(upload.get()), CALLER)),
                new Flow("the sweep of an expired upload", sent.andThen(CrashTest::anHourPasses), sweep),
                new Flow("the sweep of a deleted large blob", CrashTest::deletedLarge, sweep),
                new Flow("the last sweep of a deleted large blob", CrashTest::deletedLargeYesterday, sweep));
    }

    private static void separateBlob(StoreFixture stores) {
        stores.putOk(blob(NOTES, ANN), "a", bytes(9000));
    }

    private static void anHourPasses(StoreFixture stores) {
        stores.clock().advance(Duration.ofHours(1));
    }

    private static void deletedLarge(StoreFixture stores) {
        stores.putLarge("a", BYTES);
        stores.remove(blob(NOTES, ANN), "a");
    }

    private static void deletedLargeYesterday(StoreFixture stores) {
        deletedLarge(stores);
        stores.sweep();
        stores.clock().advance(Duration.ofHours(26));
    }

    private static void one(StoreFixture stores) {
        stores.putOk(json(NOTES, ANN), "a", ofSize(9000));
    }

    private static Consumer<StoreFixture> both(Consumer<StoreFixture> first, Consumer<StoreFixture> second) {
        return first.andThen(second);
    }

    private static void feed(StoreFixture stores) {
        stores.apps.setOptions(NOTES, new AppOptions(Optional.of(true), Optional.of(true)));
        stores.clock().advance(Backfill.VISIBLE.plusMillis(1));
    }

    private static void noFeed(StoreFixture stores) {
        stores.apps.setOptions(NOTES, new AppOptions(Optional.of(false), Optional.empty()));
    }

    /** Lets a feed be switched off and on again, with a value that was removed in between. */
    private static void again(StoreFixture stores) {
        feed(stores);
        two(stores);
        noFeed(stores);
        stores.remove(json(NOTES, ANN), "b");
        feed(stores);
    }

    private static void two(StoreFixture stores) {
        one(stores);
        stores.putOk(json(NOTES, ANN), "b", ofSize(10));
    }

    private static void expired(StoreFixture stores) {
        stores.clock().set(TestClock.START);
        stores.putFor(60, json(NOTES, ANN), "a", ofSize(9000));
        stores.clock().advance(Duration.ofSeconds(60));
    }

    private static void lost(StoreFixture stores) {
        one(stores);
        stores.withoutGuards(NOTES);
        stores.delete(stores.settings.appUsage(), UsageRow.key(NOTES, ANN));
    }

    @ParameterizedTest
    @MethodSource({"flows", "uploads"})
    void flow_whoseProcessDiesAtAnyCall_leavesWhatFitsTogether(Flow flow) {
        int deaths = 0;
        for (boolean afterwards : new boolean[] {false, true}) {
            for (int call = 1; call <= MOST_CALLS; call++) {
                stores.clear();
                stores.clock().set(TestClock.START);
                stores.registerUnlimited(NOTES);
                flow.prepare().accept(stores);
                if (!dies(flow, call, afterwards)) {
                    break;
                }
                deaths++;
                if (!flow.name().equals("a recount")) {
                    stores.checkInvariants();
                }
                flow.run().accept(stores.over(stores.faults()));
                stores.checkInvariants();
                checkFeed();
            }
        }
        assertThat(deaths).isBetween(2, 2 * MOST_CALLS - 1);
    }

    /** Checks that the feed, read from the beginning, has what is stored. */
    private void checkFeed() {
        if (stores.apps.get(NOTES).flatMap(App::feed).isPresent()) {
            stores.clock().advance(Backfill.VISIBLE.plusMillis(1));
            assertThat(new FeedReader(stores.changes, NOTES, ANN, 25).catchUp())
                    .isEqualTo(FeedReader.stored(stores.data, NOTES, ANN));
        }
    }

    private boolean dies(Flow flow, int call, boolean afterwards) {
        FaultInjection faults = stores.faults();
        faults.crashAt(call, afterwards);
        return FaultInjection.crashes(() -> flow.run().accept(stores.over(faults)));
    }
}
