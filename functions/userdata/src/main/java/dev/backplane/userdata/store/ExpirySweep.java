package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.APP;
import static dev.backplane.userdata.store.Attributes.APP_USER;
import static dev.backplane.userdata.store.Attributes.EXPIRES_AT;
import static dev.backplane.userdata.store.Attributes.EXPIRY_SHARD;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.SINCE;
import static dev.backplane.userdata.store.Attributes.USER;

import dev.backplane.platform.Parallel;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.AppName;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Realm;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Removes all values and uploads that have expired, and deletes objects that were discarded, in the order of the index by
 * time, day by day and the shards of a day in parallel.
 *
 * <p>A row stores the first day that may still have values. It moves on when a day is over and empty, so that nothing is
 * left behind when sweeps fail for days.
 */
public final class ExpirySweep {

    private static final int PAGE = 100;

    /** Partition of the usage table; it is not a valid user id. */
    private static final String PARTITION = "\u0000expiry";

    /** After this time, no value that expired on a day can be added to the index any more. */
    private static final Duration SETTLING = Duration.ofHours(1);

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Clock clock;
    private final Expirer expirer;
    private final UploadRelease uploads;
    private final DiscardedObjects discarded;
    private final BlobObjects objects;

    ExpirySweep(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = platform.clock();
        this.expirer = new Expirer(dynamo, settings, platform);
        this.uploads = new UploadRelease(dynamo, settings, platform);
        this.discarded = new DiscardedObjects(dynamo, settings, clock);
        this.objects = new BlobObjects(platform, settings);
    }

    /**
     * What a sweep did.
     *
     * @param complete whether it reached the end of the index
     */
    public record Report(int removed, List<RuntimeException> failures, boolean complete) {}

    /** A partition of the index. */
    private record Partition(Realm realm, String name) {}

    /** What the index had in a partition. */
    private record Drained(int found, int removed, List<RuntimeException> failures, boolean complete) {}

    /** Sweeps once, as long as there is time. */
    public Report run(BooleanSupplier hasTime) {
        Instant now = Times.now(clock);
        LocalDate today = ExpiryIndex.dayOf(now);
        Optional<LocalDate> stored = firstDay();
        LocalDate first = stored.orElse(today.minusDays(1));
        int removed = 0;
        List<RuntimeException> failures = new ArrayList<>();
        boolean complete = true;
        for (LocalDate day = first; !day.isAfter(today) && complete; day = day.plusDays(1)) {
            List<Drained> drained = Parallel.map(
                    partitions(day),
                    Realm.values().length * ExpiryIndex.SHARDS,
                    partition -> drain(partition, now, hasTime));
            removed += drained.stream().mapToInt(Drained::removed).sum();
            drained.forEach(part -> failures.addAll(part.failures()));
            complete = drained.stream().allMatch(Drained::complete);
            boolean empty = complete && drained.stream().allMatch(part -> part.found() == 0);
            if (day.equals(first) && empty && isOver(day, now)) {
                first = day.plusDays(1);
            }
        }
        if (!stored.equals(Optional.of(first))) {
            storeFirstDay(first);
        }
        return new Report(removed, failures, complete);
    }

    private static boolean isOver(LocalDate day, Instant now) {
        return !day.plusDays(1)
                .atStartOfDay()
                .toInstant(ZoneOffset.UTC)
                .plus(SETTLING)
                .isAfter(now);
    }

    private static List<Partition> partitions(LocalDate day) {
        return Stream.of(Realm.values())
                .flatMap(realm -> IntStream.range(0, ExpiryIndex.SHARDS)
                        .mapToObj(shard -> new Partition(realm, ExpiryIndex.partition(day, shard))))
                .toList();
    }

    private Drained drain(Partition partition, Instant now, BooleanSupplier hasTime) {
        int found = 0;
        int removed = 0;
        List<RuntimeException> failures = new ArrayList<>();
        ItemQuery query = ItemQuery.of(
                        Location.table(partition.realm(), settings),
                        equal(EXPIRY_SHARD, Values.text(partition.name()))
                                .and(atMost(EXPIRES_AT, Values.text(Times.format(now)))))
                .index(Tables.BY_EXPIRY)
                .limit(PAGE);
        Rows page;
        do {
            page = dynamo.query(query);
            found += page.items().size();
            for (Item row : page.items()) {
                if (!hasTime.getAsBoolean()) {
                    return new Drained(found, removed, failures, false);
                }
                try {
                    removed += expire(partition.realm(), row) ? 1 : 0;
                } catch (RuntimeException e) {
                    failures.add(e);
                }
            }
            query.after(page.last());
        } while (page.last().isPresent());
        return new Drained(found, removed, failures, true);
    }

    private boolean expire(Realm realm, Item row) {
        String partition = row.text(APP_USER);
        if (partition.equals(DiscardedObjects.PARTITION)) {
            return discarded.delete(new UploadId(row.text(KEY)), objects);
        }
        int sign = partition.indexOf('#');
        Namespace.AppData namespace = new Namespace.AppData(
                new AppName(partition.substring(0, sign)), new UserId(partition.substring(sign + 1)), realm);
        return UploadRow.isUpload(row)
                ? uploads.expire(namespace, UploadRow.idOf(row.text(KEY)))
                : expirer.expire(namespace, new DataKey(row.text(KEY)));
    }

    private Optional<LocalDate> firstDay() {
        return dynamo.get(settings.appUsage(), key()).map(row -> LocalDate.parse(row.text(SINCE)));
    }

    private void storeFirstDay(LocalDate day) {
        Item.Builder row = Item.builder();
        key().forEach(row::value);
        dynamo.put(settings.appUsage(), row.text(SINCE, day.toString()).build());
    }

    private static Map<String, AttributeValue> key() {
        return Values.key(USER, PARTITION, APP, "sweep");
    }
}
