package dev.backplane.platform.dynamo;

import dev.backplane.platform.Unavailable;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Tries again what a race was lost for: full jitter between tries, and a bound on the time spent. */
public final class Retry {

    static final Duration BUDGET = Duration.ofSeconds(3);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    // A try that itself tries again has what is left of the budget around it, so that budgets do not add up.
    private static final ScopedValue<Budget> CURRENT = ScopedValue.newInstance();

    private final Sleeper sleeper;
    private final RandomGenerator random;
    private final LongSupplier nanoTime;
    private final Limits limits;

    /** How often one thing is tried, and how long it is waited in between at the most. */
    private record Limits(int tries, Duration longestPause) {}

    /** Waits, or in a test only counts. */
    @FunctionalInterface
    public interface Sleeper {
        void sleep(Duration pause) throws InterruptedException;
    }

    /** What one try came to. */
    public sealed interface Attempt<T> {

        /** A result, which ends it. */
        record Done<T>(T result) implements Attempt<T> {}

        /** Somebody else was faster: nothing is written, look again. */
        record Lost<T>() implements Attempt<T> {}
    }

    public Retry(Sleeper sleeper, RandomGenerator random) {
        this(sleeper, random, System::nanoTime);
    }

    Retry(Sleeper sleeper, RandomGenerator random, LongSupplier nanoTime) {
        this(sleeper, random, nanoTime, new Limits(Integer.MAX_VALUE, LONGEST_PAUSE));
    }

    private Retry(Sleeper sleeper, RandomGenerator random, LongSupplier nanoTime, Limits limits) {
        this.sleeper = sleeper;
        this.random = random;
        this.nanoTime = nanoTime;
        this.limits = limits;
    }

    /** Returns one that gives up after so many tries, even if the time is not used up. */
    Retry limitedTo(int tries, Duration longestPause) {
        return new Retry(sleeper, random, nanoTime, new Limits(tries, longestPause));
    }

    static Retry withJitter() {
        // Functions restored from one snapshot share the state of every other generator, and would all pause alike.
        return new Retry(Thread::sleep, new SecureRandom());
    }

    /**
     * Tries until there is a result.
     *
     * @throws Unavailable when tries and pauses have used up the budget, or the tries are at their limit
     */
    public <T> T run(Supplier<Attempt<T>> work) {
        return CURRENT.isBound()
                ? run(work, CURRENT.get())
                : ScopedValue.where(CURRENT, new Budget()).call(() -> run(work, CURRENT.get()));
    }

    private <T> T run(Supplier<Attempt<T>> work, Budget budget) {
        for (int tries = 1; ; tries++) {
            if (work.get() instanceof Attempt.Done<T>(T result)) {
                return result;
            }
            long left = budget.leftMillis();
            if (left <= 0 || tries >= limits.tries()) {
                throw new Unavailable(
                        "CONTENDED", "Others keep changing this; nothing was written.", Duration.ofSeconds(1));
            }
            budget.pause(Math.min(jitter(tries), left));
        }
    }

    private long jitter(int tries) {
        long ceiling = Math.min(
                FIRST_PAUSE.toMillis() << Math.min(tries - 1, 10),
                limits.longestPause().toMillis());
        return 1 + random.nextLong(ceiling);
    }

    /** The time that is left: what the clock says, or less where pauses are only counted. */
    private final class Budget {

        private final long start = nanoTime.getAsLong();
        private long pausedMillis;

        long leftMillis() {
            long elapsed = (nanoTime.getAsLong() - start) / 1_000_000;
            return BUDGET.toMillis() - Math.max(elapsed, pausedMillis);
        }

        void pause(long millis) {
            try {
                sleeper.sleep(Duration.ofMillis(millis));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted between two tries", e);
            }
            pausedMillis += millis;
        }
    }
}
