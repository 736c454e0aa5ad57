package dev.backplane.local.streams;

import dev.backplane.local.time.Pause;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes readers as soon as something is written, so that they need not look often to be quick. */
public final class ChangeSignal {
    private final List<Semaphore> listeners = new CopyOnWriteArrayList<>();

    /** Tells every listener that there may be something to read. */
    public void signal() {
        listeners.forEach(Semaphore::release);
    }

    /** A pause that a signal ends, also one that came since the last pause. */
    public Pause listen() {
        Semaphore signals = new Semaphore(0);
        listeners.add(signals);
        return time -> {
            if (signals.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS)) {
                signals.drainPermits();
            }
        };
    }
}
