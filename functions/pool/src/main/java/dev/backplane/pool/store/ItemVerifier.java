package dev.backplane.pool.store;

import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.log.Invocation;
import dev.backplane.pool.Finding;
import dev.backplane.pool.PoolSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Verifies items of the pool, and repairs them if requested, until its time is used up.
 *
 * <p>Items that were read one after the other may be from different times, so a contradiction between two is only a
 * suspicion. It becomes a finding if the contradiction remains when all items that it involves are read in one
 * transaction. An item that cannot be checked or repaired does not stop the others.
 */
final class ItemVerifier {

    /** The approximate number of findings after which no further items are verified. */
    static final int MAX_FINDINGS = 300;

    // With this number, their items, the items these refer to and all lists of one shard fit into one transaction.
    static final int SUSPECTS_PER_READ = 15;
    private static final int SUSPECTS_PER_READ_OF_SHARDS = 6;
    private static final int MAX_KEYS = 100;

    // A lease refers to an account, which may refer to another lease. If more reads find new references, the items
    // change faster than they can be read.
    private static final int MAX_READS = 5;

    // The time after the deadline in which work that has started may continue. What is left of the function's timeout
    // is enough for one slow call.
    static final Duration GRACE = Duration.ofSeconds(2);

    private final Dynamo dynamo;
    private final String table;
    private final Shards shards;
    private final PoolReader reader;
    private final int suspectsPerRead;
    private final Clock clock;
    private final Optional<Repairer> repairer;
    private final Instant deadline;
    private final List<Finding> findings = new ArrayList<>();
    private Listings listings;
    private int repaired;
    private int checked;

    ItemVerifier(Dynamo dynamo, PoolSettings settings, Clock clock, Optional<Repairer> repairer, Duration time) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.shards = new Shards(settings.listShards());
        this.reader = new PoolReader(dynamo, settings);
        this.suspectsPerRead = shards.count() == 1 ? SUSPECTS_PER_READ : SUSPECTS_PER_READ_OF_SHARDS;
        this.listings = Listings.of(shards, Map.of());
        this.clock = clock;
        this.repairer = repairer;
        this.deadline = clock.instant().plus(time);
    }

    /** Reads all lists, which every later check uses. */
    Map<PoolKey, Item> readLists() {
        Map<PoolKey, Item> items = reader.items(listings.lists());
        items.putAll(reader.items(Listings.labelLists(items.get(PoolKey.LABELS)).toList()));
        listings = Listings.of(shards, items);
        return items;
    }

    Listings listings() {
        return listings;
    }

    List<Finding> findings() {
        return findings;
    }

    int repaired() {
        return repaired;
    }

    int checked() {
        return checked;
    }

    /** Returns whether no further items should be verified. */
    boolean isDone() {
        return !clock.instant().isBefore(deadline) || findings.size() >= MAX_FINDINGS;
    }

    private boolean isOutOfTime() {
        return !clock.instant().isBefore(deadline.plus(GRACE));
    }

    /** Stops work that has started, so that the function responds before its timeout. */
    private void requireTime() {
        if (isOutOfTime()) {
            throw new Unavailable("CONTENDED", "The pool is too busy to be verified now.", Duration.ofSeconds(1));
        }
    }

    /**
     * Verifies items, at least the first suspects among them.
     *
     * @param known items that were already read
     * @param progress receives the last verified item, each time after some were verified
     * @return whether all were verified and there is time for more
     * @throws Unavailable if the time is used up; what was verified before was passed to the progress
     */
    boolean verify(List<PoolKey> subjects, Map<PoolKey, Item> known, Consumer<PoolKey> progress) {
        Deque<List<PoolKey>> groups = groups(suspects(subjects, known));
        int done = 0;
        while (!groups.isEmpty()) {
            List<PoolKey> group = groups.removeFirst();
            Optional<Map<PoolKey, List<Finding>>> found = confirm(group);
            if (found.isEmpty()) {
                group.reversed().forEach(subject -> groups.addFirst(List.of(subject)));
                continue;
            }
            report(found.get());
            int now = subjects.indexOf(group.getLast()) + 1;
            checked += now - done;
            done = now;
            progress.accept(group.getLast());
            if (isDone()) {
                return false;
            }
        }
        checked += subjects.size() - done;
        if (!subjects.isEmpty()) {
            progress.accept(subjects.getLast());
        }
        return !isDone();
    }

    private Deque<List<PoolKey>> groups(List<PoolKey> suspects) {
        Deque<List<PoolKey>> groups = new ArrayDeque<>();
        for (int from = 0; from < suspects.size(); from += suspectsPerRead) {
            groups.add(suspects.subList(from, Math.min(from + suspectsPerRead, suspects.size())));
        }
        return groups;
    }

    /** Reads the items that are not known yet, and returns those that contradict others. */
    private List<PoolKey> suspects(List<PoolKey> subjects, Map<PoolKey, Item> known) {
        Map<PoolKey, Item> found = new HashMap<>(known);
        Set<PoolKey> wasRead = new HashSet<>(known.keySet());
        wasRead.addAll(listings.lists());
        Set<PoolKey> missing = new HashSet<>(subjects);
        missing.removeAll(wasRead);
        List<PoolKey> suspects = List.of();
        for (int round = 0; round < MAX_READS; round++) {
            requireTime();
            found.putAll(reader.items(missing));
            wasRead.addAll(missing);
            Set<PoolKey> others = new HashSet<>();
            ReadItems items = new ReadItems(found, wasRead::contains, others, listings);
            suspects = subjects.stream().filter(key -> isSuspect(key, items)).toList();
            if (others.isEmpty()) {
                break;
            }
            missing = others;
        }
        return suspects;
    }

    private static boolean isSuspect(PoolKey key, ReadItems items) {
        try {
            return !ItemCheck.findings(key, items).isEmpty();
        } catch (RuntimeException e) {
            return true;
        }
    }

    /** Adds findings, and repairs them if requested; repairs that there is no time to confirm are not counted. */
    private void report(Map<PoolKey, List<Finding>> found) {
        found.values().forEach(findings::addAll);
        if (repairer.isEmpty() || found.isEmpty()) {
            return;
        }
        found.keySet().stream().sorted(Repair.ORDER).forEach(subject -> repair(subject, repairer.get()));
        try {
            List<PoolKey> group = List.copyOf(found.keySet());
            int left = confirm(group).map(ItemVerifier::count).orElseGet(() -> countEach(group));
            repaired += Math.max(0, count(found) - left);
        } catch (Unavailable e) {
            Invocation.recordFailure(e);
        }
    }

    private static int count(Map<PoolKey, List<Finding>> findings) {
        return findings.values().stream().mapToInt(List::size).sum();
    }

    private int countEach(List<PoolKey> group) {
        return group.stream()
                .mapToInt(subject ->
                        confirm(List.of(subject)).map(ItemVerifier::count).orElse(0))
                .sum();
    }

    /**
     * Returns the findings that remain when the suspects and all items that they refer to are read in one transaction.
     *
     * @return empty if several suspects must be confirmed one by one
     */
    private Optional<Map<PoolKey, List<Finding>>> confirm(List<PoolKey> group) {
        boolean single = group.size() == 1;
        try {
            Optional<Map<PoolKey, List<Finding>>> found =
                    readTogether(group, items -> ItemCheck.findings(group, items));
            // An item that changes with every read is in use, not inconsistent.
            return found.isEmpty() && single ? Optional.of(Map.of()) : found;
        } catch (Unavailable e) {
            throw e;
        } catch (RuntimeException e) {
            Invocation.recordFailure(e);
            return single
                    ? Optional.of(Map.of(group.getFirst(), List.of(ItemCheck.unreadable(group.getFirst()))))
                    : Optional.empty();
        }
    }

    private void repair(PoolKey subject, Repairer by) {
        if (isOutOfTime()) {
            return;
        }
        try {
            readTogether(
                            List.of(subject),
                            items -> ItemCheck.findings(subject, items).isEmpty()
                                    ? Optional.<Transaction>empty()
                                    : new Repair(table, items, by).plan(subject))
                    // If the plan is refused, the items have changed; the next verification checks them again.
                    .flatMap(plan -> plan)
                    .ifPresent(dynamo::transact);
        } catch (RuntimeException e) {
            // The finding remains, and is not counted as repaired.
            Invocation.recordFailure(e);
        }
    }

    /** Reads the lists, the subjects and all items that they refer to in one transaction; empty if these do not end. */
    private <T> Optional<T> readTogether(List<PoolKey> subjects, Function<ReadItems, T> work) {
        Set<PoolKey> keys = new LinkedHashSet<>(shards.count() == 1 ? PoolKey.LISTS : List.of());
        keys.addAll(subjects);
        subjects.forEach(subject -> keys.addAll(listings.naming().getOrDefault(subject, Set.of())));
        for (int round = 0; round < MAX_READS && keys.size() <= MAX_KEYS; round++) {
            requireTime();
            Set<PoolKey> missing = new HashSet<>();
            T result = work.apply(read(keys, missing));
            if (missing.isEmpty()) {
                return Optional.of(result);
            }
            keys.addAll(missing);
        }
        return Optional.empty();
    }

    private ReadItems read(Set<PoolKey> keys, Set<PoolKey> missing) {
        List<PoolKey> possible = keys.stream().filter(PoolKey::isPossible).toList();
        List<Optional<Item>> items = dynamo.getTogether(
                table, possible.stream().map(PoolKey::attributes).toList());
        Map<PoolKey, Item> found = new HashMap<>();
        for (int i = 0; i < possible.size(); i++) {
            PoolKey key = possible.get(i);
            items.get(i).ifPresent(item -> found.put(key, item));
        }
        return new ReadItems(found, Set.copyOf(keys)::contains, missing, listings);
    }
}
