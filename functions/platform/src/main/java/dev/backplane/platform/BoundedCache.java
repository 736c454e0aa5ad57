package dev.backplane.platform;

import java.time.Clock;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * A cache whose entries expire, and that evicts the least recently used ones when their total weight exceeds a bound.
 *
 * <p>Thread-safe. It uses the wall clock, because a monotonic clock may stand still while a function is frozen.
 */
public final class BoundedCache<K, V> {

    private record Entry<V>(V value, Instant expiry) {}

    private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);
    private final long maxWeight;
    private final ToLongFunction<V> weigher;
    private final Clock clock;
    private long weight;

    /** Creates a cache that holds at most a number of entries. */
    public static <K, V> BoundedCache<K, V> ofSize(int maxEntries, Clock clock) {
        return new BoundedCache<>(maxEntries, _ -> 1, clock);
    }

    public BoundedCache(long maxWeight, ToLongFunction<V> weigher, Clock clock) {
        this.maxWeight = maxWeight;
        this.weigher = weigher;
        this.clock = clock;
    }

    public synchronized Optional<V> get(K key) {
        Entry<V> entry = entries.get(key);
        return entry != null && clock.instant().isBefore(entry.expiry())
                ? Optional.of(entry.value())
                : Optional.empty();
    }

    /** Stores a value until its expiry and replaces the previous one. */
    public synchronized void put(K key, V value, Instant expiry) {
        Entry<V> previous = entries.put(key, new Entry<>(value, expiry));
        weight += weigher.applyAsLong(value) - (previous == null ? 0 : weigher.applyAsLong(previous.value()));
        Iterator<Entry<V>> eldest = entries.values().iterator();
        while (weight > maxWeight && eldest.hasNext()) {
            weight -= weigher.applyAsLong(eldest.next().value());
            eldest.remove();
        }
    }

    public synchronized void remove(K key) {
        Entry<V> previous = entries.remove(key);
        weight -= previous == null ? 0 : weigher.applyAsLong(previous.value());
    }
}
