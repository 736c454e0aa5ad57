package dev.backplane.local.dynamodb;

import dev.backplane.local.time.Pause;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes the readers of a table after a write, so that they can poll rarely.
 *
 * <p>Only readers of the written table are woken, because every poll scans all records in the engine.
 */
public final class WriteNotifier {

    private final Map<String, List<Semaphore>> listeners = new ConcurrentHashMap<>();

    /** Wakes the listeners of these tables. */
    public void signal(Collection<String> tables) {
        tables.forEach(table -> listeners.getOrDefault(table, List.of()).forEach(Semaphore::release));
    }

    /** Wakes listeners after a write; empty means that the tables are unknown. */
    public void written(Optional<Set<String>> tables) {
        signal(tables.orElseGet(listeners::keySet));
    }

    /** Returns a pause that a write to the table ends, including one since the last pause. */
    public Pause listen(String table) {
        Semaphore signals = new Semaphore(0);
        listeners.computeIfAbsent(table, _ -> new CopyOnWriteArrayList<>()).add(signals);
        return time -> {
            if (signals.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS)) {
                signals.drainPermits();
            }
        };
    }
}
