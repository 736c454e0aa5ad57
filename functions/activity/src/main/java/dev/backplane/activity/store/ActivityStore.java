package dev.backplane.activity.store;

import dev.backplane.activity.ActivitySettings;
import dev.backplane.activity.Entry;
import dev.backplane.activity.Filter;
import dev.backplane.activity.Period;
import dev.backplane.activity.Period.Bounds;
import dev.backplane.platform.Parallel;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import java.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The table of recorded events. */
public final class ActivityStore {

    public static final String BY_MONTH = "ByMonth";
    public static final String BY_SERVICE = "ByService";
    public static final String BY_ACTOR = "ByActor";
    public static final String BY_SUBJECT = "BySubject";

    public static final TableSpec TABLE = new TableSpec(
            "Activity",
            TableSpec.Key.of(Attributes.PK, Attributes.SK),
            List.of(
                    index(BY_MONTH, Attributes.MONTH),
                    index(BY_SERVICE, Attributes.SERVICE_MONTH),
                    index(BY_ACTOR, Attributes.ACTOR_ID),
                    index(BY_SUBJECT, Attributes.SUBJECT)),
            Optional.of(Attributes.EXPIRES),
            false,
            TableSpec.TableClass.STANDARD);

    private static final int AT_ONCE = 8;

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    public ActivityStore(Platform platform) {
        this(platform.dynamo(), platform.settings().require(ActivitySettings.ACTIVITY_TABLE), platform.clock());
    }

    ActivityStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    private static TableSpec.Index index(String name, String partition) {
        return new TableSpec.Index(name, TableSpec.Key.of(partition, Attributes.TIME_AND_ID), Optional.empty());
    }

    /** Records an event once: a repetition keeps the time at which it was recorded first, and completes its rows. */
    public void record(Entry entry) {
        Entry recorded = switch (dynamo.put(table, EntryRows.first(entry), Condition.absent(Attributes.PK))) {
            case Write.Applied _ -> entry;
            case Write.Refused(Optional<Item> current) ->
                current.map(row -> entry.recordedAt(EntryRows.at(row))).orElse(entry);
        };
        EntryRows.others(recorded).forEach(row -> dynamo.put(table, row));
    }

    /**
     * Deletes the entries of a service about a user or caused by the user.
     *
     * @return the number of deleted rows
     */
    public int erase(String service, String user) {
        Condition ofService = Condition.equal(Attributes.SERVICE, Values.text(service));
        Set<String> ids = new LinkedHashSet<>();
        Map.of(
                        BY_SUBJECT,
                        Condition.equal(Attributes.SUBJECT, Values.text(user)),
                        BY_ACTOR,
                        Condition.equal(Attributes.ACTOR_ID, Values.text(EntryRows.actorId(user))))
                .forEach((index, key) -> dynamo.forEach(
                        ItemQuery.of(table, key).index(index).filter(ofService),
                        row -> ids.add(row.text(Attributes.PK))));
        return Parallel.map(List.copyOf(ids), AT_ONCE, this::delete).stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    private int delete(String id) {
        List<Item> rows = new ArrayList<>();
        dynamo.forEach(
                ItemQuery.of(table, Condition.equal(Attributes.PK, Values.text(id)))
                        .consistent(true),
                rows::add);
        rows.forEach(row -> dynamo.delete(table, Values.key(id, row.text(Attributes.SK)), Condition.NONE));
        return rows.size();
    }

    /** Lists entries, newest first. */
    public Page<Entry, Position> list(Filter filter, Period period, int limit, Optional<Position> after) {
        Bounds bounds = period.at(clock.instant());
        Optional<Position> start = after.filter(position -> position.at().isBefore(bounds.to()));
        Instant newest = start.map(Position::at).orElse(bounds.to());
        List<Listed> found = new ArrayList<>();
        for (Partition partition : partitions(filter, bounds.from(), newest)) {
            ItemQuery query = partition.query(table, bounds).after(start.map(partition::startKey));
            found.addAll(dynamo.read(query, limit + 1 - found.size(), Listed::of));
            if (found.size() > limit) {
                break;
            }
            start = Optional.empty();
        }
        Page<Listed, Position> page = Page.of(found, limit, Listed::position);
        return new Page<>(page.items().stream().map(Listed::entry).toList(), page.next());
    }

    /** Returns the partitions of a list, newest first; none when the period has ended before it begins. */
    private static List<Partition> partitions(Filter filter, Instant oldest, Instant newest) {
        if (newest.isBefore(oldest)) {
            return List.of();
        }
        return switch (filter) {
            case Filter.All _ ->
                months(oldest, newest)
                        .map(month -> new Partition(BY_MONTH, Attributes.MONTH, month))
                        .toList();
            case Filter.Service(String name) ->
                months(oldest, newest)
                        .map(month -> EntryRows.serviceMonth(name, month))
                        .map(value -> new Partition(BY_SERVICE, Attributes.SERVICE_MONTH, value))
                        .toList();
            case Filter.Actor(String id) ->
                List.of(new Partition(BY_ACTOR, Attributes.ACTOR_ID, EntryRows.actorId(id)));
            case Filter.Subject(String id) -> List.of(new Partition(BY_SUBJECT, Attributes.SUBJECT, id));
        };
    }

    private static Stream<String> months(Instant oldest, Instant newest) {
        YearMonth first = YearMonth.from(oldest.atOffset(ZoneOffset.UTC));
        YearMonth last = YearMonth.from(newest.atOffset(ZoneOffset.UTC));
        return Stream.iterate(last, month -> !month.isBefore(first), month -> month.minusMonths(1))
                .map(YearMonth::toString);
    }

    private record Listed(Entry entry, Position position) {

        static Listed of(Item row) {
            return new Listed(EntryRows.read(row), Position.of(row));
        }
    }

    /** The entries of an index that share a partition key. */
    private record Partition(String index, String attribute, String value) {

        /** Times are inclusive at the start and exclusive at the end, because ids follow them in the sort key. */
        ItemQuery query(String table, Bounds bounds) {
            return ItemQuery.of(
                            table,
                            Condition.equal(attribute, Values.text(value))
                                    .and(Condition.between(
                                            Attributes.TIME_AND_ID,
                                            Values.text(Times.format(bounds.from())),
                                            Values.text(Times.format(bounds.to())))))
                    .index(index)
                    .descending();
        }

        Map<String, AttributeValue> startKey(Position position) {
            return position.startKey(attribute, value);
        }
    }
}
