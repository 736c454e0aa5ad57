package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.PK;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Finding;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.Verification;
import java.time.Clock;
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
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Checks that everything in the pool fits together, while it is in use.
 *
 * <p>One read of the whole table gives suspects, for its items are from different moments. Each suspect counts only if
 * it is still one when all that it is about is read in one moment.
 */
public final class Auditor {

    /** About how many broken items one call tells of and mends; more are left for the next one. */
    static final int MOST = 300;

    // So many that their items, those that they lead to and all lists fit into one transaction.
    private static final int SUSPECTS_OF_ONE_READ = 15;
    private static final int MOST_KEYS = 100;

    // A lease leads to an account, that to another lease; who changes faster than that is in good use.
    private static final int LOOKS = 5;

    private static final String FILTER =
            "begins_with(pk, :accounts) OR begins_with(pk, :leases) OR begins_with(pk, :users)"
                    + " OR begins_with(pk, :accountLists) OR begins_with(pk, :leaseLists)";

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    Auditor(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /** Looks at all of the pool, and mends what it finds if it is told to. */
    public Verification verify(boolean repair) {
        List<PoolKey> suspects = suspects(scan());
        Map<PoolKey, List<Finding>> found = confirm(suspects);
        List<Finding> findings = found.values().stream().flatMap(List::stream).toList();
        if (!repair || findings.isEmpty()) {
            return new Verification(findings, 0);
        }
        List<PoolKey> broken = found.keySet().stream().sorted(ORDER).toList();
        broken.forEach(this::mend);
        long left = confirm(broken).values().stream().mapToLong(List::size).sum();
        return new Verification(findings, (int) Math.max(0, findings.size() - left));
    }

    // Lists first, as no id can be added to one of the wrong form; then what other items follow from.
    private static final Comparator<PoolKey> ORDER = Comparator.comparingInt((PoolKey key) -> switch (key.kind()) {
                case ACCOUNT_STATUS, LEASE_STATUS -> 0;
                case LEASE -> 1;
                case USER -> 2;
                default -> 3;
            })
            .thenComparing(PoolKey::id);

    private Items scan() {
        Map<PoolKey, Item> items = new HashMap<>();
        Optional<Map<String, AttributeValue>> start = Optional.empty();
        do {
            Optional<Map<String, AttributeValue>> from = start;
            Rows rows = dynamo.scan(scan -> scan.tableName(table)
                    .consistentRead(true)
                    .filterExpression(FILTER)
                    .expressionAttributeValues(Map.of(
                            ":accounts", Values.text(PoolKey.Kind.ACCOUNT.prefix()),
                            ":leases", Values.text(PoolKey.Kind.LEASE.prefix()),
                            ":users", Values.text(PoolKey.Kind.USER.prefix()),
                            ":accountLists", Values.text(PoolKey.Kind.ACCOUNT_STATUS.prefix()),
                            ":leaseLists", Values.text(PoolKey.Kind.LEASE_STATUS.prefix())))
                    .exclusiveStartKey(from.orElse(null)));
            rows.items().forEach(item -> PoolKey.find(item.text(PK)).ifPresent(key -> items.put(key, item)));
            start = rows.last();
        } while (start.isPresent());
        return new Items(items, _ -> true, new HashSet<>());
    }

    private static List<PoolKey> suspects(Items all) {
        Set<PoolKey> subjects = new HashSet<>(all.keys());
        subjects.addAll(PoolKey.LISTS);
        for (PoolKey list : PoolKey.LISTS) {
            all.ids(list).stream()
                    .map(id ->
                            list.equals(PoolKey.ACTIVE) ? PoolKey.of(new LeaseId(id)) : PoolKey.of(new AccountId(id)))
                    .forEach(subjects::add);
        }
        return subjects.stream()
                .filter(subject -> !Audit.check(subject, all).isEmpty())
                .sorted(ORDER)
                .toList();
    }

    /** Returns what still does not fit when each suspect and all it leads to are read in one moment. */
    private Map<PoolKey, List<Finding>> confirm(List<PoolKey> suspects) {
        Map<PoolKey, List<Finding>> confirmed = new LinkedHashMap<>();
        for (int from = 0; from < suspects.size() && confirmed.size() < MOST; from += SUSPECTS_OF_ONE_READ) {
            List<PoolKey> group = suspects.subList(from, Math.min(from + SUSPECTS_OF_ONE_READ, suspects.size()));
            look(group, items -> findingsOf(group, items)).ifPresent(confirmed::putAll);
        }
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
        look(
                        List.of(subject),
                        items -> Audit.check(subject, items).isEmpty()
                                ? Optional.<Transaction>empty()
                                : new Repair(table, items, Times.now(clock)).plan(subject))
                // A plan that is refused was made from what changed since; the next verification looks again.
                .flatMap(plan -> plan)
                .ifPresent(dynamo::transact);
    }

    /** Reads all lists, the subjects and whatever these lead to in one moment; empty if they do not hold still. */
    private <T> Optional<T> look(List<PoolKey> subjects, Function<Items, T> work) {
        Set<PoolKey> keys = new LinkedHashSet<>(PoolKey.LISTS);
        keys.addAll(subjects);
        for (int looks = 0; looks < LOOKS && keys.size() <= MOST_KEYS; looks++) {
            Set<PoolKey> missing = new HashSet<>();
            T result = work.apply(read(new ArrayList<>(keys), missing));
            if (missing.isEmpty()) {
                return Optional.of(result);
            }
            keys.addAll(missing);
        }
        return Optional.empty();
    }

    private Items read(List<PoolKey> keys, Set<PoolKey> missing) {
        List<Optional<Item>> items =
                dynamo.getTogether(table, keys.stream().map(PoolKey::attributes).toList());
        Map<PoolKey, Item> found = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            PoolKey key = keys.get(i);
            items.get(i).ifPresent(item -> found.put(key, item));
        }
        return new Items(found, keys::contains, missing);
    }
}
