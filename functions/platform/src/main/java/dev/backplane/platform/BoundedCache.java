package dev.backplane.deployments;

import java.time.Clock;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Keeps values for a time each, and drops those not used for longest when their weight grows over a bound.
 *
 * <p>Safe for use by many threads. It reads the wall clock: one that counts from the start of a machine may stand still
 * while a function is frozen.
 */
public final class BoundedCache<K, V> {

    private record Entry<V>(V value, Instant expiry) {}

    private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);
    private final long maxWeight;
    private final ToLongFunction<V> weigher;
    private final Clock clock;
    private long weight;

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

    /** Keeps a value until a moment, in place of the one before. */
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
