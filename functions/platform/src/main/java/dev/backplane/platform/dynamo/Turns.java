package dev.backplane.platform.dynamo;

import dev.backplane.platform.Unavailable;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets the writers of one thing within a process take turns, first come, first served.
 *
 * <p>Each of its states can be followed up by one writer only. Many who try at once would mostly work for nothing, and the unlucky
 * would run out of time; in a row, all of them get through. Between processes the condition of the write decides. On
 * Lambda a process serves one request at a time, so that nobody ever waits here.
 */
public final class Turns {

    private static final int LOCKS = 64;

    // Together with the tries that follow, less than the time that a function has.
    private static final Duration PATIENCE = Duration.ofSeconds(6);

    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];
    private final Duration patience;

    public Turns() {
        this(PATIENCE);
    }

    Turns(Duration patience) {
        this.patience = patience;
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock(true);
        }
    }

    /**
     * Writes when it is its turn.
     *
     * @throws Unavailable when the turn does not come in time
     */
    public <T> T take(Object thing, Supplier<T> work) {
        ReentrantLock lock = locks[Math.floorMod(thing.hashCode(), LOCKS)];
        try {
            if (!lock.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new Unavailable(
                        "CONTENDED", "Too many are changing this; nothing was written.", Duration.ofSeconds(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a turn", e);
        }
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
