package dev.backplane.pool.store;

import dev.backplane.platform.Times;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.log.Invocation;
import dev.backplane.pool.Finding;
import dev.backplane.pool.PoolSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Looks at items of the pool until its time is over.
 *
 * <p>Items read one after the other are from different moments, so what does not fit among them is only suspect. A
 * suspect counts if it is still one when all that it is about is read in one transaction. One that cannot be checked or
 * mended stands in the way of no other.
 */
final class Inspection {

    /** The approximate number of findings that one part reports. */
    static final int MOST = 300;

    // So many that their items, those that they lead to and all lists of one shard fit into one transaction.
    static final int SUSPECTS_OF_ONE_READ = 15;
    private static final int SUSPECTS_OF_MANY_SHARDS = 6;
    private static final int MOST_KEYS = 100;

    // A lease leads to an account, that to another lease; who changes faster than that is in good use.
    private static final int LOOKS = 5;

    private final Dynamo dynamo;
    private final String table;
    private final Shards shards;
    private final Reads reads;
    private final int suspectsOfOneRead;
    private final Clock clock;
    private final boolean repair;
    private final long deadline;
    private final long lastMend;
    private final List<Finding> findings = new ArrayList<>();
    private Listings listings;
    private int repaired;
    private int checked;

    Inspection(Dynamo dynamo, PoolSettings settings, Clock clock, boolean repair, Duration time) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.shards = new Shards(settings.listShards());
        this.reads = new Reads(dynamo, settings);
        this.suspectsOfOneRead = shards.count() == 1 ? SUSPECTS_OF_ONE_READ : SUSPECTS_OF_MANY_SHARDS;
        this.listings = Listings.of(shards, Map.of());
        this.clock = clock;
        this.repair = repair;
        this.deadline = System.nanoTime() + time.toNanos();
        this.lastMend = deadline + Auditor.TIME.dividedBy(2).toNanos();
    }

    /** Reads all lists, by which it goes from then on. */
    Map<PoolKey, Item> readLists() {
        Map<PoolKey, Item> items = reads.items(shards.all());
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

    boolean isOver() {
        return System.nanoTime() >= deadline || findings.size() >= MOST;
    }

    /**
     * Checks items, at least the first suspects among them, and tells each time how far it has come.
     *
     * @param known items that were read already
     * @return whether it came to the end of them with time left
     */
    boolean check(List<PoolKey> subjects, Map<PoolKey, Item> known, Consumer<PoolKey> progress) {
        List<PoolKey> suspects = suspects(subjects, known);
        int done = 0;
        for (int from = 0; from < suspects.size(); from += suspectsOfOneRead) {
            List<PoolKey> group = suspects.subList(from, Math.min(from + suspectsOfOneRead, suspects.size()));
            inspect(group);
            int now = subjects.indexOf(group.getLast()) + 1;
            checked += now - done;
            done = now;
            progress.accept(group.getLast());
            if (isOver()) {
                return false;
            }
        }
        checked += subjects.size() - done;
        if (!subjects.isEmpty()) {
            progress.accept(subjects.getLast());
        }
        return !isOver();
    }

    /** Reads what is missing, and returns those that do not fit as far as that tells. */
    private List<PoolKey> suspects(List<PoolKey> subjects, Map<PoolKey, Item> known) {
        Map<PoolKey, Item> found = new HashMap<>(known);
        Set<PoolKey> wasRead = new HashSet<>(known.keySet());
        wasRead.addAll(shards.all());
        Set<PoolKey> missing = new HashSet<>(subjects);
        missing.removeAll(wasRead);
        List<PoolKey> suspects = List.of();
        for (int looks = 0; looks < LOOKS; looks++) {
            found.putAll(reads.items(missing));
            wasRead.addAll(missing);
            Set<PoolKey> others = new HashSet<>();
            Items items = new Items(found, wasRead::contains, others, listings);
            suspects = subjects.stream().filter(key -> isSuspect(key, items)).toList();
            if (others.isEmpty()) {
                break;
            }
            missing = others;
        }
        return suspects;
    }

    private static boolean isSuspect(PoolKey key, Items items) {
        try {
            return !Audit.check(key, items).isEmpty();
        } catch (RuntimeException e) {
            return true;
        }
    }

    private void inspect(List<PoolKey> group) {
        Map<PoolKey, List<Finding>> found = confirm(group);
        found.values().forEach(findings::addAll);
        if (repair && !found.isEmpty()) {
            found.keySet().stream().sorted(ORDER).forEach(this::mend);
            Map<PoolKey, List<Finding>> left = confirm(List.copyOf(found.keySet()));
            repaired += Math.max(0, count(found) - count(left));
        }
    }

    // Lists first, as no id can be added to one of the wrong form; then what other items follow from.
    private static final Comparator<PoolKey> ORDER = Comparator.comparingInt((PoolKey key) -> switch (key.kind()) {
                case ACCOUNT_STATUS, LEASE_STATUS -> 0;
                case LEASE -> 1;
                case USER -> 2;
                default -> 3;
            })
            .thenComparing(PoolKey::id);

    private static int count(Map<PoolKey, List<Finding>> findings) {
        return findings.values().stream().mapToInt(List::size).sum();
    }

    /** Returns what still does not fit when each suspect and all it leads to are read in one moment. */
    private Map<PoolKey, List<Finding>> confirm(List<PoolKey> group) {
        Optional<Map<PoolKey, List<Finding>>> found = Optional.empty();
        try {
            found = look(group, items -> findingsOf(group, items));
        } catch (Unavailable e) {
            throw e;
        } catch (RuntimeException e) {
            Invocation.survived(e);
            if (group.size() == 1) {
                return Map.of(group.getFirst(), List.of(Audit.unreadable(group.getFirst())));
            }
        }
        return found.orElseGet(() -> group.size() == 1 ? Map.of() : confirmEach(group));
    }

    /** Confirms by themselves suspects that lead to too much to be read together, or of which one cannot be read. */
    private Map<PoolKey, List<Finding>> confirmEach(List<PoolKey> group) {
        Map<PoolKey, List<Finding>> confirmed = new LinkedHashMap<>();
        group.forEach(subject -> confirmed.putAll(confirm(List.of(subject))));
        return confirmed;
    }

    private static Map<PoolKey, List<Finding>> findingsOf(List<PoolKey> subjects, Items items) {
        Map<PoolKey, List<Finding>> found = new LinkedHashMap<>();
        for (PoolKey subject : subjects) {
            List<Finding> findings = Audit.check(subject, items);
            if (!findings.isEmpty()) {
                found.put(subject, findings);
            }
        }
        return found;
    }

    private void mend(PoolKey subject) {
        if (System.nanoTime() >= lastMend) {
            return;
        }
        try {
            look(
                            List.of(subject),
                            items -> Audit.check(subject, items).isEmpty()
                                    ? Optional.<Transaction>empty()
                                    : new Repair(table, items, Times.now(clock)).plan(subject))
                    // A plan that is refused was made from what changed since; the next verification looks again.
                    .flatMap(plan -> plan)
                    .ifPresent(dynamo::transact);
        } catch (RuntimeException e) {
            // It stays a finding that is not mended.
            Invocation.survived(e);
        }
    }

    /** Reads the lists, the subjects and whatever these lead to in one moment; empty if they do not hold still. */
    private <T> Optional<T> look(List<PoolKey> subjects, Function<Items, T> work) {
        Set<PoolKey> keys = new LinkedHashSet<>(shards.count() == 1 ? PoolKey.LISTS : List.of());
        keys.addAll(subjects);
        subjects.forEach(subject -> keys.addAll(listings.naming().getOrDefault(subject, Set.of())));
        for (int looks = 0; looks < LOOKS && keys.size() <= MOST_KEYS; looks++) {
            Set<PoolKey> missing = new HashSet<>();
            T result = work.apply(readTogether(new ArrayList<>(keys), missing));
            if (missing.isEmpty()) {
                return Optional.of(result);
            }
            keys.addAll(missing);
        }
        return Optional.empty();
    }

    private Items readTogether(List<PoolKey> keys, Set<PoolKey> missing) {
        List<PoolKey> possible = keys.stream().filter(PoolKey::isPossible).toList();
        List<Optional<Item>> items = dynamo.getTogether(
                table, possible.stream().map(PoolKey::attributes).toList());
        Map<PoolKey, Item> found = new HashMap<>();
        for (int i = 0; i < possible.size(); i++) {
            PoolKey key = possible.get(i);
            items.get(i).ifPresent(item -> found.put(key, item));
        }
        return new Items(found, Set.copyOf(keys)::contains, missing, listings);
    }
}
