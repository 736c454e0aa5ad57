package dev.backplane.userdata.store;

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
import static dev.backplane.userdata.store.StoreFixture.repeat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.userdata.App;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.AppRemoval;
import dev.backplane.userdata.ChangeCursor;
import dev.backplane.userdata.ChangesOutcome;
import dev.backplane.userdata.ChangesOutcome.Changed;
import dev.backplane.userdata.ChangesOutcome.Changes;
import dev.backplane.userdata.ChangesOutcome.CursorExpired;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Preconditions;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.Stored;
import dev.backplane.userdata.Usage;
import dev.backplane.userdata.UserId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The feed of a user's changes. */
class FeedTest {

    private static final Namespace JSON = json(NOTES, ANN);
    private static final Namespace BLOB = blob(NOTES, ANN);
    private static final Duration SETTLED = Backfill.VISIBLE.plusMillis(1);
    private static final AppOptions ON = new AppOptions(Optional.of(true), Optional.empty());
    private static final AppOptions OFF = new AppOptions(Optional.of(false), Optional.empty());

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;
    private FeedReader reader;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        assertThat(stores.apps.register(NOTES, Optional.of(5_000_000L), ON)).isPresent();
        reader = reader(25);
    }

    private FeedReader reader(int limit) {
        return new FeedReader(stores.changes, NOTES, ANN, limit);
    }

    private App set(AppOptions options) {
        // The function that writes has read the app before this.
        App app = stores.apps.setOptions(NOTES, options).orElseThrow();
        stores.clock().advance(SETTLED);
        return app;
    }

    private ChangesOutcome read(Optional<ChangeCursor> since, boolean values) {
        return stores.changes.read(new ChangeStore.Request(NOTES, ANN, since, 25, values));
    }

    private void assertInSync(FeedReader client) {
        assertThat(client.catchUp()).isEqualTo(FeedReader.stored(stores.data, NOTES, ANN));
    }

    private Item counters() {
        return stores.test
                .platform()
                .dynamo()
                .get(stores.settings.appUsage(), UsageRow.key(NOTES, ANN))
                .orElseThrow();
    }

    @Test
    void changes_areReadInTheOrderOfTheWrites_eachKeyOnce() {
        stores.putOk(JSON, "a", ofSize(10));
        stores.putOk(BLOB, "a", bytes(10));
        stores.putOk(JSON, "b", ofSize(10));
        stores.putOk(JSON, "a", ofSize(20));

        assertThat(reader.news()).containsExactly("+blob/a", "+json/b", "+json/a");

        stores.remove(JSON, "b");
        stores.putOk(JSON, "c", ofSize(10));
        assertThat(reader.news()).containsExactly("-json/b", "+json/c");
        assertThat(reader.news()).isEmpty();
    }

    @Test
    void change_hasWhatTheWriteReturned() {
        var entry = stores.putFor(600, JSON, "a", ofSize(10));

        Changed item = ((Changes) read(Optional.empty(), false)).items().getFirst();

        assertThat(item.change().version()).isEqualTo(entry.version());
        assertThat(item.change().size()).isEqualTo(10);
        assertThat(item.change().updatedAt()).isEqualTo(entry.updatedAt());
        assertThat(item.change().expiresAt()).isEqualTo(entry.expiresAt());
        assertThat(item.value()).isEmpty();
    }

    @Test
    void values_areReturnedOnRequest_inTheFormOfTheRealm() {
        stores.putOk(JSON, "a", "{\"x\":1}");
        stores.putOk(BLOB, "b", bytes(5000));
        stores.putOk(JSON, "c", ofSize(10));
        stores.remove(JSON, "c");

        List<Changed> items = ((Changes) read(Optional.empty(), true)).items();

        assertThat(items.get(0).value().map(Stored::payload).map(Payload::text)).contains("{\"x\":1}");
        assertThat(items.get(1).value().map(Stored::payload).map(Payload::bytes))
                .hasValueSatisfying(
                        value -> assertThat(value).isEqualTo(bytes(5000).bytes()));
        assertThat(items.get(2).change().deleted()).isTrue();
        assertThat(items.get(2).value()).isEmpty();
    }

    @Test
    void page_withValues_endsBeforeItIsTooLarge() {
        repeat(6, i -> stores.putOk(BLOB, "k" + i, bytes(200_000)));

        Changes page = (Changes) read(Optional.empty(), true);

        assertThat(page.items()).hasSize(5);
        assertThat(page.more()).isTrue();
        assertThat(((Changes) read(Optional.of(page.next()), true)).items()).hasSize(1);
    }

    @Test
    void page_withValues_endsBeforeAValueThatIsNotTheOneThatWasWritten() {
        stores.putOk(JSON, "a", ofSize(10));
        stores.putOk(JSON, "b", ofSize(20));
        stores.putOk(JSON, "c", ofSize(30));
        Item row = head("b");
        DYNAMO.dynamo().delete(stores.settings.appDataJson(), headKey("b"), Condition.NONE);

        Changes page = (Changes) read(Optional.empty(), true);
        assertThat(page.items()).extracting(item -> item.change().key().value()).containsExactly("a");
        assertThat(page.more()).isTrue();

        stores.putAll(stores.settings.appDataJson(), List.of(row));
        assertThat(((Changes) read(Optional.of(page.next()), true)).items())
                .extracting(item -> item.change().key().value())
                .containsExactly("b", "c");
    }

    @Test
    void changeWithoutItsValue_isLoggedAndLeftOut() {
        stores.putOk(JSON, "a", ofSize(10));
        stores.putOk(JSON, "b", ofSize(20));
        DYNAMO.dynamo().delete(stores.settings.appDataJson(), headKey("a"), Condition.NONE);

        assertThat(((Changes) read(Optional.empty(), true)).items())
                .extracting(item -> item.change().key().value())
                .containsExactly("b");
    }

    private Map<String, AttributeValue> headKey(String key) {
        return Location.of(JSON, stores.settings).head(key(key));
    }

    private Item head(String key) {
        return DYNAMO.dynamo().get(stores.settings.appDataJson(), headKey(key)).orElseThrow();
    }

    @Test
    void batches_andExpiries_areInTheFeed() {
        stores.putFor(60, JSON, "old", ofSize(10));
        stores.batches.write(batch(ANN, "k", put("a", 10), put("b", 3000), delete("none")));
        stores.batches.write(batch(ANN, "k2", delete("a"), put("b", 10)));
        assertThat(reader.news()).containsExactly("+json/old", "-json/a", "+json/b");

        stores.clock().advance(Duration.ofSeconds(60));
        assertThat(reader.news()).isEmpty();
        assertThat(reader(25).news()).containsExactly("-json/a", "+json/b");
        stores.sweep();

        assertThat(reader.news()).containsExactly("-json/old");
        stores.recounted(NOTES, ANN);
    }

    @Test
    void counters_surviveTheLastValue_butTheUserIsNotListed() {
        stores.putOk(JSON, "a", ofSize(10));
        reader.news();
        stores.remove(JSON, "a");

        assertThat(stores.usage
                        .listUsers(NOTES, Optional.empty(), 10, Optional.empty())
                        .items())
                .isEmpty();
        assertThat(stores.usage
                        .listApps(ANN, Optional.empty(), 10, Optional.empty())
                        .items())
                .isEmpty();
        assertThat(stores.usage(NOTES, ANN)).isEqualTo(Usage.NOTHING);
        assertThat(reader.news()).containsExactly("-json/a");

        stores.putOk(JSON, "a", ofSize(10));
        assertThat(reader.news()).containsExactly("+json/a");
        assertThat(stores.usage
                        .listUsers(NOTES, Optional.empty(), 10, Optional.empty())
                        .items())
                .hasSize(1);
        stores.checkInvariants();
    }

    @Test
    void app_whoseUsersDeletedEverything_canBeRemoved_andItsSuccessorBeginsAnew() {
        stores.putOk(JSON, "a", ofSize(10));
        reader.news();
        stores.remove(JSON, "a");

        assertThat(stores.apps.remove(NOTES)).isEqualTo(AppRemoval.REMOVED);
        assertThat(stores.apps.register(NOTES, Optional.empty(), ON)).isPresent();
        stores.putOk(JSON, "b", ofSize(10));
        stores.clock().advance(SETTLED);

        assertThat(reader.read()).isInstanceOf(CursorExpired.class);
        assertThat(reader(25).news()).containsExactly("+json/b");
        assertThat(stores.apps.remove(NOTES)).isEqualTo(AppRemoval.NOT_EMPTY);
        stores.checkInvariants();
    }

    @Test
    void feed_ofUnknownUser_isEmpty_andItsCursorFindsTheFirstValue() {
        assertThat(reader.news()).isEmpty();
        stores.putOk(JSON, "a", ofSize(10));

        assertThat(reader.news()).containsExactly("+json/a");
    }

    @Test
    void feedThatIsOff_isRefused() {
        set(OFF);

        assertThat(read(Optional.empty(), false)).isInstanceOf(ChangesOutcome.Off.class);
        assertThat(stores.changes.read(new ChangeStore.Request(new AppName("none"), ANN, Optional.empty(), 25, false)))
                .isInstanceOf(ChangesOutcome.AppNotFound.class);
    }

    @Test
    void writes_whileTheFeedIsOff_leaveNoRow() {
        set(OFF);
        stores.putOk(JSON, "a", ofSize(10));
        stores.remove(JSON, "a");

        assertThat(stores.rows(stores.settings.appChanges())).isEmpty();
        assertThat(DYNAMO.dynamo().get(stores.settings.appUsage(), UsageRow.key(NOTES, ANN)))
                .isEmpty();
    }

    @Test
    void feed_thatIsSwitchedOn_beginsWithWhatExists() {
        set(OFF);
        stores.putOk(JSON, "b", ofSize(10));
        stores.putOk(JSON, "a", ofSize(10));
        stores.putOk(BLOB, "c", bytes(10));
        set(ON);

        assertThat(reader.news()).containsExactly("+json/a", "+json/b", "+blob/c");
        stores.putOk(JSON, "b", ofSize(20));
        assertThat(reader.news()).containsExactly("+json/b");
    }

    @Test
    void feed_beginsWithoutValues_thatMayNotBeVisibleYet() {
        set(OFF);
        stores.putOk(JSON, "a", ofSize(10));
        stores.apps.setOptions(NOTES, ON);

        assertThatThrownBy(() -> reader.read()).isInstanceOf(Unavailable.class);
        stores.putOk(JSON, "b", ofSize(10));
        assertThatThrownBy(() -> reader.read()).isInstanceOf(Unavailable.class);
        stores.clock().advance(Backfill.VISIBLE);

        assertThat(reader.news()).containsExactly("+json/b", "+json/a");
    }

    @Test
    void feed_thatIsSwitchedOnAgain_forgetsCursors_andRowsOfItsPredecessor() {
        stores.putOk(JSON, "a", ofSize(10));
        stores.putOk(JSON, "gone", ofSize(10));
        reader.news();
        set(OFF);
        stores.remove(JSON, "gone");
        stores.putOk(JSON, "b", ofSize(10));
        set(ON);

        assertThat(reader.read()).isInstanceOf(CursorExpired.class);
        reader.restart();
        assertThat(reader.news()).containsExactly("+json/a", "+json/b");
        reader.news();
        assertThat(stores.rows(stores.settings.appChanges())).hasSize(2);
        assertThat(counters().flag(Attributes.FED)).isFalse();
    }

    @Test
    void options_thatAreSetAgain_changeNothing() {
        App before = stores.apps.get(NOTES).orElseThrow();
        stores.putOk(JSON, "a", ofSize(10));
        reader.news();

        assertThat(set(ON)).isEqualTo(before);
        assertThat(reader.news()).isEmpty();
    }

    @Test
    void writer_thatDoesNotKnowOfTheFeed_doesNotWritePastIt() {
        set(OFF);
        DataStore old = stores.anotherProcess();
        StoreFixture.write(old, JSON, key("a"), new Edit.Replace(ofSize(10)), StoreFixture.ABSENT);
        set(ON);
        assertThat(reader.news()).containsExactly("+json/a");

        replace(old, "a", 20);
        replace(old, "b", 20);
        assertThat(reader.news()).containsExactly("+json/a", "+json/b");
        remove(old, "a");
        assertThat(reader.news()).containsExactly("-json/a");
    }

    @Test
    void writer_thatDoesNotKnowThatTheFeedIsOffAndOnAgain_doesNotWritePastIt() {
        DataStore old = stores.anotherProcess();
        replace(old, "a", 10);
        set(OFF);
        set(ON);
        assertThat(reader.news()).containsExactly("+json/a");

        replace(old, "a", 20);
        assertThat(reader.news()).containsExactly("+json/a");
        stores.recounted(NOTES, ANN);
    }

    private static void replace(DataStore data, String key, int size) {
        StoreFixture.written(
                StoreFixture.write(data, JSON, key(key), new Edit.Replace(ofSize(size)), Preconditions.NONE));
    }

    private static void remove(DataStore data, String key) {
        StoreFixture.write(data, JSON, key(key), new Edit.Remove(), Preconditions.NONE);
    }

    @Test
    void backfill_ofManyValues_isReadInPagesWhileOthersWrite() {
        set(OFF);
        repeat(150, i -> stores.putOk(JSON, "k" + (100 + i), ofSize(10)));
        repeat(60, i -> stores.putOk(BLOB, "k" + (100 + i), bytes(10)));
        set(ON);
        FeedReader client = reader(40);

        int writes = 0;
        while (client.poll()) {
            stores.putOk(JSON, "k" + (100 + writes * 7 % 150), ofSize(20));
            stores.remove(BLOB, "k" + (100 + writes));
            stores.putOk(JSON, "new" + writes, ofSize(10));
            writes++;
            assertThat(writes).isLessThan(50);
        }

        assertInSync(client);
        assertThat(client.catchUp()).hasSize(210);
        assertInSync(reader(100));
    }

    @Test
    void cursor_expiresByItsAge_andThatOfAnUnfinishedListByItsBeginning() {
        repeat(3, i -> stores.putOk(JSON, "k" + i, ofSize(10)));
        FeedReader slow = reader(2);
        assertThat(slow.poll()).isTrue();
        reader.news();

        stores.clock().advance(Duration.ofDays(89));
        assertThat(slow.read()).isInstanceOf(Changes.class);
        reader.news();
        stores.clock().advance(Duration.ofDays(1));

        assertThat(slow.read()).isInstanceOf(CursorExpired.class);
        assertThat(reader.news()).isEmpty();
        slow.restart();
        assertInSync(slow);
    }

    @Test
    void deletion_isRememberedUntilNoCursorNeedsIt() {
        stores.putOk(JSON, "a", ofSize(10));
        stores.remove(JSON, "a");

        long expires = stores.rows(stores.settings.appChanges()).getFirst().number(Attributes.EXPIRES);

        assertThat(expires)
                .isEqualTo(stores.clock().instant().plus(Duration.ofDays(91)).getEpochSecond());
        stores.putOk(JSON, "a", ofSize(10));
        assertThat(stores.rows(stores.settings.appChanges()))
                .singleElement()
                .satisfies(row -> assertThat(row.findNumber(Attributes.EXPIRES)).isEmpty());
    }

    @Test
    void change_thatBecomesVisibleAfterALaterOne_isNotMissed() {
        stores.putOk(JSON, "a", ofSize(10));
        stores.putOk(JSON, "b", ofSize(10));
        stores.putOk(JSON, "c", ofSize(10));
        Item late = stores.rows(stores.settings.appChanges()).stream()
                .filter(row -> row.text(Attributes.KEY).equals("json#b"))
                .findFirst()
                .orElseThrow();
        stores.delete(stores.settings.appChanges(), ChangeRow.key((Namespace.AppData) JSON, Realm.JSON, key("b")));
        assertThat(reader.news()).containsExactly("+json/a", "+json/c");

        stores.putAll(stores.settings.appChanges(), List.of(late));
        assertThat(reader.news()).containsExactly("+json/b");
        assertThat(reader.news()).isEmpty();

        stores.clock().advance(ChangePages.SETTLING.plusSeconds(1));
        assertThat(reader.news()).isEmpty();
        assertThat(reader.cursor().settled()).isEqualTo(3);
        assertThat(reader.cursor().later().isEmpty()).isTrue();
    }

    @Test
    void change_whoseNumberIsNewerThanTheCountersThatWereRead_isLeftToTheNextPage() {
        stores.putOk(JSON, "a", ofSize(10));
        stores.putOk(JSON, "b", ofSize(10));
        stores.update(
                stores.settings.appUsage(),
                UsageRow.key(NOTES, ANN),
                "SET #s = :one",
                Map.of(":one", Values.number(1)),
                Map.of("#s", Attributes.SEQUENCE));

        assertThat(reader.news()).containsExactly("+json/a");
    }

    @Test
    void manyRecentChanges_areReadOnce() {
        List<String> keys = IntStream.range(100, 320).mapToObj(i -> "k" + i).toList();
        keys.forEach(key -> stores.putOk(JSON, key, ofSize(20)));
        FeedReader client = reader(30);

        assertInSync(client);
        List<String> again = new ArrayList<>(keys.subList(0, 50));
        again.forEach(key -> stores.putOk(JSON, key, ofSize(30)));

        assertInSync(client);
    }

    @Test
    void clear_expiresCursors_andLeavesNothingOfAUserWithoutValues() {
        stores.putOk(JSON, "a", ofSize(10));
        stores.putOk(JSON, "b", ofSize(10));
        stores.remove(JSON, "b");
        reader.news();

        assertThat(stores.changes.clear(NOTES, ANN)).isEqualTo(2);
        stores.clock().advance(SETTLED);
        assertThat(reader.read()).isInstanceOf(CursorExpired.class);
        reader.restart();
        assertThat(reader.news()).containsExactly("+json/a");

        stores.remove(JSON, "a");
        stores.changes.clear(NOTES, ANN);
        assertThat(stores.rows(stores.settings.appChanges())).isEmpty();
        assertThat(DYNAMO.dynamo().get(stores.settings.appUsage(), UsageRow.key(NOTES, ANN)))
                .isEmpty();
        assertThat(reader.read()).isInstanceOf(CursorExpired.class);

        stores.putOk(JSON, "c", ofSize(10));
        reader.restart();
        assertThat(reader.news()).containsExactly("+json/c");
        assertThat(stores.changes.clear(NOTES, new UserId("nobody"))).isZero();
        stores.checkInvariants();
    }

    @Test
    void recount_keepsTheFeed() {
        stores.putOk(JSON, "a", ofSize(10));
        reader.news();
        stores.update(
                stores.settings.appUsage(), UsageRow.key(NOTES, ANN), "ADD bytes :n", Map.of(":n", Values.number(5)));

        assertThat(stores.usage.recount(NOTES, ANN, true).repaired()).isTrue();
        stores.putOk(JSON, "b", ofSize(10));

        assertThat(reader.news()).containsExactly("+json/b");
    }
}
