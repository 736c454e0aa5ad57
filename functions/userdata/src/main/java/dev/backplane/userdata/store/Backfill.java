package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.BACKFILL;
import static dev.backplane.userdata.store.Attributes.FED;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.REV;
import static dev.backplane.userdata.store.Attributes.SEQUENCE;

import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.App;
import dev.backplane.userdata.Change;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UserdataSettings;
import dev.backplane.userdata.Version;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Adds the values that exist to a user's feed, a part with each request that reads it.
 *
 * <p>The first part begins a sequence in the counters. From then on, every write records its change, and the parts add the
 * values that were not written since. Each part is one transaction on condition that the counters are as they were before
 * its values were read. The counters contain the place up to which values were added, so that a part that is interrupted
 * is only begun again.
 *
 * <p>A query may not see all of a transaction that has changed the counters already ({@link ChangePages}). So if the
 * counters were changed a moment ago, the sequence begins without values, and the first part waits.
 */
final class Backfill {

    /** The most values of a part; a transaction has up to 100 actions. */
    static final int PART = 90;

    /** After this time, the values of a write are visible if its counters are. */
    static final Duration VISIBLE = Duration.ofSeconds(1);

    private static final String START = Realm.JSON.value() + "#";

    /** Precedes the time, in milliseconds, from which on values are added. */
    private static final String WAIT = "=";

    /** The place when all values were added, and changes of an earlier sequence may be left. */
    private static final String LEFTOVERS = "-";

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Clock clock;
    private final Ids ids;
    private final FeedRemoval removal;

    Backfill(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = platform.clock();
        this.ids = platform.ids();
        this.removal = new FeedRemoval(dynamo, settings, platform);
    }

    /**
     * A user's feed.
     *
     * @param complete whether all values that existed were added
     */
    record Progress(FeedPosition position, boolean complete) {}

    /** Values that are to be added, and the place after them. */
    private record Part(List<Change> changes, Optional<String> place) {}

    /**
     * Adds the next part unless all values were added.
     *
     * @return empty if another write was first, or if the first part has to wait
     */
    Optional<Progress> advance(App app, Namespace.AppData user, Item counters) {
        Optional<FeedPosition> position = FeedPosition.of(Optional.of(counters), app);
        if (position.isEmpty()) {
            boolean mayHaveLeftovers = counters.flag(FED) || Recording.isKept(Optional.of(counters));
            FeedPosition start = new FeedPosition(app.feed().orElseThrow(), ids.next(), 0);
            return begin(user, start, counters, mayHaveLeftovers);
        }
        Optional<String> place = counters.findText(BACKFILL);
        if (place.isEmpty()) {
            return position.map(known -> new Progress(known, true));
        }
        if (place.get().startsWith(LEFTOVERS)) {
            removeLeftovers(user, counters, place.get().substring(LEFTOVERS.length()));
            return position.map(known -> new Progress(known, true));
        }
        if (!place.get().startsWith(WAIT)) {
            return add(user, position.get(), counters, place.get(), counters.flag(FED));
        }
        long time = Long.parseLong(place.get().substring(WAIT.length()));
        return clock.millis() < time
                ? Optional.empty()
                : add(user, position.get(), counters, START, counters.flag(FED));
    }

    private Optional<Progress> begin(
            Namespace.AppData user, FeedPosition start, Item counters, boolean mayHaveLeftovers) {
        Instant changed =
                Version.parse(counters.text(REV)).map(Version::updated).orElse(Instant.EPOCH);
        Instant now = Times.now(clock);
        if (now.isAfter(changed.plus(VISIBLE))) {
            return add(user, start, counters, START, mayHaveLeftovers);
        }
        String time = Long.toString(now.plus(VISIBLE).toEpochMilli());
        ItemUpdate update = changed(counters).set(BACKFILL, Values.text(WAIT + time));
        if (mayHaveLeftovers) {
            update.set(FED, Values.flag(true));
        }
        write(user, start, List.of(), update);
        return Optional.empty();
    }

    private Optional<Progress> add(
            Namespace.AppData user, FeedPosition before, Item counters, String place, boolean mayHaveLeftovers) {
        Part part = part(user, before, place);
        Optional<String> next = part.place().or(() -> Optional.of(LEFTOVERS).filter(_ -> mayHaveLeftovers));
        ItemUpdate update = changed(counters).setOrRemove(BACKFILL, next.map(Values::text));
        if (mayHaveLeftovers) {
            update.set(FED, Values.flag(true));
        }
        return write(user, before, part.changes(), update)
                ? Optional.of(new Progress(
                        before.plus(part.changes().size()), part.place().isEmpty()))
                : Optional.empty();
    }

    /** Reads the next values of both realms that have no change of this sequence. */
    private Part part(Namespace.AppData user, FeedPosition position, String place) {
        List<Change> found = new ArrayList<>();
        int sign = place.indexOf('#');
        Realm first = Realm.parse(place.substring(0, sign));
        String after = place.substring(sign + 1);
        for (Realm realm : Realm.values()) {
            if (realm.compareTo(first) < 0) {
                continue;
            }
            int room = PART - found.size();
            List<Item> heads = heads(user, realm, realm == first ? after : "", room + 1);
            heads.stream()
                    .limit(room)
                    .forEach(head ->
                            head.read(DataRow::entry).ifPresent(entry -> found.add(Change.written(realm, entry))));
            if (heads.size() > room) {
                String last = room == 0 ? "" : heads.get(room - 1).text(KEY);
                return new Part(unrecorded(user, position, found), Optional.of(realm.value() + "#" + last));
            }
        }
        return new Part(unrecorded(user, position, found), Optional.empty());
    }

    private List<Item> heads(Namespace.AppData user, Realm realm, String after, int most) {
        Location location = Location.of(new Namespace.AppData(user.app(), user.user(), realm), settings);
        ItemQuery query = ValueReader.heads(location, "")
                .after(after.isEmpty() ? Optional.empty() : Optional.of(location.head(new DataKey(after))));
        return dynamo.read(query, most, head -> head);
    }

    /** Leaves out values whose last change is recorded in this sequence. */
    private List<Change> unrecorded(Namespace.AppData user, FeedPosition position, List<Change> changes) {
        if (changes.isEmpty() || position.last() == 0) {
            return changes;
        }
        Set<String> recorded = dynamo
                .getAll(
                        settings.appChanges(),
                        changes.stream()
                                .map(change -> ChangeRow.key(user, change.realm(), change.key()))
                                .toList())
                .stream()
                .filter(row -> ChangeRow.isOf(Optional.of(position.generation()), row))
                .map(row -> row.text(KEY))
                .collect(Collectors.toSet());
        return changes.stream()
                .filter(change -> !recorded.contains(ChangeRow.sortKey(change.realm(), change.key())))
                .toList();
    }

    private boolean write(Namespace.AppData user, FeedPosition before, List<Change> changes, ItemUpdate counters) {
        Instant now = Times.now(clock);
        Transaction transaction = new Transaction();
        for (int i = 0; i < changes.size(); i++) {
            Item.Builder row =
                    ChangeRow.begin(user, changes.get(i), now).text(SEQUENCE, before.sequence(before.last() + 1 + i));
            transaction.put(settings.appChanges(), row.build());
        }
        ItemUpdate update = before.plus(changes.size()).setIn(counters);
        transaction.update(settings.appUsage(), UsageRow.key(user.app(), user.user()), update);
        return dynamo.transact(transaction) instanceof Transaction.Committed;
    }

    /** Starts an update of counters that fails if they were changed since they were read. */
    private ItemUpdate changed(Item counters) {
        Version rev = Version.next(Optional.empty(), Times.now(clock), ids);
        return new ItemUpdate()
                .set(REV, Values.text(rev.toString()))
                .onlyIf(equal(REV, Values.text(counters.text(REV))));
    }

    /** Removes some changes of earlier sequences; if another write is first, a later request repeats it. */
    private void removeLeftovers(Namespace.AppData user, Item counters, String after) {
        Optional<String> last = removal.removeSome(user, Optional.of(after).filter(key -> !key.isEmpty()))
                .last();
        ItemUpdate update = changed(counters);
        last.ifPresentOrElse(
                key -> update.set(BACKFILL, Values.text(LEFTOVERS + key)), () -> update.remove(BACKFILL, FED));
        dynamo.update(settings.appUsage(), UsageRow.key(user.app(), user.user()), update);
    }
}
