package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.StoreFixture.ANN;
import static dev.backplane.userdata.store.StoreFixture.CALLER;
import static dev.backplane.userdata.store.StoreFixture.NOTES;
import static dev.backplane.userdata.store.StoreFixture.batch;
import static dev.backplane.userdata.store.StoreFixture.delete;
import static dev.backplane.userdata.store.StoreFixture.json;
import static dev.backplane.userdata.store.StoreFixture.key;
import static dev.backplane.userdata.store.StoreFixture.ofSize;
import static dev.backplane.userdata.store.StoreFixture.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.userdata.AppOptions;
import dev.backplane.userdata.Change;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserdataEvent;
import dev.backplane.userdata.UserdataEvent.QuotaReached;
import dev.backplane.userdata.UserdataEvent.ValueChanged;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The rows from which events are published. */
class PublishedRowsTest {

    private static final Namespace JSON = json(NOTES, ANN);
    private static final AppOptions EVENTS = new AppOptions(Optional.empty(), Optional.of(true));
    private static final AppOptions NO_EVENTS = new AppOptions(Optional.empty(), Optional.of(false));

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;
    private final Set<Item> before = new HashSet<>();

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        assertThat(stores.apps.register(NOTES, Optional.of(1000L), EVENTS)).isPresent();
    }

    /** Returns the events of the rows that were written since the last call. */
    private List<UserdataEvent> events() {
        List<Item> rows = stores.rows(stores.settings.appChanges());
        List<UserdataEvent> events = rows.stream()
                .filter(row -> !before.contains(row))
                .flatMap(row -> ChangeRow.event(row).stream())
                .toList();
        before.clear();
        before.addAll(rows);
        return events;
    }

    private List<Long> reached() {
        return events().stream()
                .filter(QuotaReached.class::isInstance)
                .map(event -> ((QuotaReached) event).percent())
                .sorted()
                .toList();
    }

    private void set(AppOptions options) {
        assertThat(stores.apps.setOptions(NOTES, options)).isPresent();
        stores.clock().advance(AppCache.MAX_AGE);
    }

    @Test
    void write_isPublishedWithItsActor() {
        Entry entry = stores.putOk(JSON, "a", ofSize(10));

        assertThat(events())
                .containsExactly(new ValueChanged(NOTES, ANN, Optional.of(CALLER), Change.written(Realm.JSON, entry)));
        stores.remove(JSON, "a");
        assertThat(events()).singleElement().satisfies(event -> {
            Change change = ((ValueChanged) event).change();
            assertThat(change.deleted()).isTrue();
            assertThat(change.size()).isZero();
        });
    }

    @Test
    void batch_publishesEachKey() {
        stores.putOk(JSON, "c", ofSize(10));
        events();
        stores.batches.write(batch(ANN, "k", put("a", 10), put("b", 20), delete("c"), delete("none")));

        assertThat(events())
                .extracting(event -> ((ValueChanged) event).change().key())
                .containsExactlyInAnyOrder(key("a"), key("b"), key("c"));
    }

    @Test
    void expiry_isPublished_alsoOfAValueThatIsOlderThanTheEvents() {
        set(NO_EVENTS);
        stores.putFor(60, JSON, "a", ofSize(10));
        set(EVENTS);
        stores.clock().advance(Duration.ofSeconds(60));
        stores.sweep();

        assertThat(events()).singleElement().satisfies(event -> {
            assertThat(event).isInstanceOf(ValueChanged.class);
            assertThat(((ValueChanged) event).change().deleted()).isTrue();
            assertThat(((ValueChanged) event).actor()).contains(Actor.system("ValueExpirer"));
        });
    }

    @Test
    void writes_whileEventsAreOff_areNotPublished() {
        stores.putFor(60, JSON, "old", ofSize(10));
        set(NO_EVENTS);
        events();

        stores.putOk(JSON, "a", ofSize(900));
        stores.clock().advance(Duration.ofSeconds(60));
        stores.sweep();

        assertThat(events()).isEmpty();
    }

    @Test
    void rows_thatAreOnlyPublished_expireSoon_andAreNotPartOfAFeed() {
        stores.putOk(JSON, "a", ofSize(10));

        Item row = stores.rows(stores.settings.appChanges()).getFirst();
        assertThat(row.number(Attributes.EXPIRES))
                .isEqualTo(stores.clock().instant().plus(Duration.ofDays(2)).getEpochSecond());
        assertThat(row.findText(Attributes.SEQUENCE)).isEmpty();
    }

    @Test
    void feed_thatIsSwitchedOnAfterTheEvents_hasWhatExists() {
        stores.putOk(JSON, "a", ofSize(10));
        set(new AppOptions(Optional.of(true), Optional.empty()));

        assertThat(new FeedReader(stores.changes, NOTES, ANN, 25).news()).containsExactly("+json/a");
        events();
        stores.putOk(JSON, "a", ofSize(20));
        assertThat(events()).hasSize(1);
    }

    @Test
    void quota_isPublishedAt80And100Percent_onceUntilUsageFallsBelow() {
        stores.putOk(JSON, "a", ofSize(799));
        assertThat(reached()).isEmpty();
        stores.putOk(JSON, "a", ofSize(800));
        assertThat(reached()).containsExactly(80L);
        stores.putOk(JSON, "a", ofSize(900));
        assertThat(reached()).isEmpty();
        stores.putOk(JSON, "b", ofSize(100));
        assertThat(reached()).containsExactly(100L);
        stores.remove(JSON, "b");
        assertThat(reached()).isEmpty();
        stores.putOk(JSON, "b", ofSize(100));
        assertThat(reached()).containsExactly(100L);
        stores.remove(JSON, "a");
        assertThat(reached()).isEmpty();
        stores.putOk(JSON, "a", ofSize(900));
        assertThat(reached()).containsExactly(80L, 100L);
    }

    @Test
    void quotaReached_hasTheFiguresOfTheWrite() {
        stores.batches.write(batch(ANN, "k", put("a", 400), put("b", 450)));

        assertThat(events())
                .filteredOn(QuotaReached.class::isInstance)
                .containsExactly(new QuotaReached(NOTES, ANN, Optional.of(CALLER), 80, 1000, 850));
    }

    @Test
    void refusedWrite_publishesNothing() {
        stores.putOk(JSON, "a", ofSize(700));
        events();

        stores.put(JSON, "b", ofSize(400));

        assertThat(events()).isEmpty();
    }

    @Test
    void percentage_thatWasLeftWhileEventsWereOff_isPublishedAgain() {
        stores.putOk(JSON, "a", ofSize(850));
        set(NO_EVENTS);
        stores.putOk(JSON, "a", ofSize(100));
        set(EVENTS);
        events();

        stores.putOk(JSON, "a", ofSize(850));

        assertThat(reached()).containsExactly(80L);
    }

    @Test
    void percentage_thatIsLeftByAnExpiry_isPublishedAgain() {
        stores.putFor(60, JSON, "a", ofSize(850));
        stores.putOk(JSON, "b", ofSize(10));
        stores.clock().advance(Duration.ofSeconds(60));
        stores.sweep();
        events();

        stores.putOk(JSON, "a", ofSize(850));

        assertThat(reached()).containsExactly(80L);
    }
}
