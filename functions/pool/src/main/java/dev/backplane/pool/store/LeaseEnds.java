package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.log.Invocation;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Lease;
import dev.backplane.pool.PoolSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The next ends of leases, as of the last sweep.
 *
 * <p>They are in an item of their own that no claim reads unless it finds no account, and that no claim writes.
 */
final class LeaseEnds {

    // With this number the item has 12 KB, which costs at most 12 write units per minute.
    static final int MOST = 300;

    private final Dynamo dynamo;
    private final String table;
    private final PoolReader reader;
    private final Duration typicalCleanup;

    LeaseEnds(Dynamo dynamo, PoolSettings settings) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.reader = new PoolReader(dynamo, settings);
        this.typicalCleanup = settings.typicalCleanup();
    }

    /** The end of the lease of one account. */
    private record End(Instant at, AccountId account) {

        static End of(String text) {
            int space = text.indexOf(' ');
            if (space < 0) {
                throw new InvalidValueException("not the end of a lease: " + text);
            }
            return new End(Times.parseAnyForm(text.substring(0, space)), AccountId.parse(text.substring(space + 1)));
        }

        AttributeValue value() {
            return Values.text(Times.format(at) + ' ' + account);
        }
    }

    /** Stores the next ends, unless they have not changed; the next sweep repeats a write that fails. */
    void store(Collection<Lease> active) {
        List<AttributeValue> ends = active.stream()
                .filter(lease -> !lease.expires().equals(Lease.NEVER))
                .sorted(Comparator.comparing(Lease::expires))
                .limit(MOST)
                .map(lease -> new End(lease.expires(), lease.account()).value())
                .toList();
        try {
            Optional<Item> known = reader.item(PoolKey.ENDS);
            if (!known.map(LeaseEnds::ends).orElse(List.of()).equals(ends)) {
                Item.Builder item = Item.builder()
                        .text(Attributes.PK, PoolKey.ENDS.toString())
                        .value(DATA, AttributeValue.fromL(ends));
                dynamo.put(table, item.build());
            }
        } catch (RuntimeException e) {
            Invocation.recordFailure(e);
        }
    }

    private static List<AttributeValue> ends(Item item) {
        AttributeValue data = item.attributes().get(DATA);
        return data != null && data.hasL() ? data.l() : List.of();
    }

    /**
     * Returns when an account with some labels is likely to be available: after the next end of its lease, and a
     * cleanup. Held accounts do not become available.
     */
    Optional<Instant> nextAvailable(Set<String> labels, Instant now) {
        List<PoolKey> keys = new ArrayList<>(List.of(PoolKey.ENDS, PoolKey.HELD));
        labels.forEach(label -> keys.add(PoolKey.ofLabel(label)));
        Map<PoolKey, Item> items = reader.items(keys);
        Set<String> held = ids(items, PoolKey.HELD);
        List<Set<String>> wanted =
                labels.stream().map(label -> ids(items, PoolKey.ofLabel(label))).toList();
        return Optional.ofNullable(items.get(PoolKey.ENDS)).map(LeaseEnds::ends).orElse(List.of()).stream()
                .flatMap(value -> new Item(Map.of(DATA, value)).read(end -> End.of(end.text(DATA))).stream())
                .filter(end -> !held.contains(end.account().value()))
                .filter(end -> wanted.stream()
                        .allMatch(ids -> ids.contains(end.account().value())))
                .map(end -> end.at().plus(typicalCleanup))
                // A lease that has ended since the sweep; its cleanup takes longer than usual.
                .filter(available -> available.isAfter(now))
                .min(Comparator.naturalOrder());
    }

    private static Set<String> ids(Map<PoolKey, Item> items, PoolKey list) {
        return ReadItems.idsIn(Optional.ofNullable(items.get(list))
                .map(item -> item.attributes().get(DATA))
                .orElse(null));
    }
}
