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
 * Wakes the readers of a table as soon as something is written to it, so that they need not look often to be quick.
 *
 * <p>Nobody else is woken: the engine keeps every record of every stream and goes through all of them for each look.
 */
public final class WriteNotifier {
    private final Map<String, List<Semaphore>> listeners = new ConcurrentHashMap<>();

    /** Tells whoever listens to one of these tables that there may be something to read. */
    public void signal(Collection<String> tables) {
        tables.forEach(table -> listeners.getOrDefault(table, List.of()).forEach(Semaphore::release));
    }

    /** Tells the same after a write; where it went may not be known. */
    public void written(Optional<Set<String>> tables) {
        signal(tables.orElseGet(listeners::keySet));
    }

    /** A pause that a write to the table ends, also one that came since the last pause. */
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
