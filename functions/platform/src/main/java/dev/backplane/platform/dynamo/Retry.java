package dev.backplane.platform.dynamo;

import dev.backplane.platform.Randomness;
import dev.backplane.platform.Unavailable;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Repeats work that lost a race, with full jitter between attempts and a time budget. */
public final class Retry {

    static final Duration BUDGET = Duration.ofSeconds(3);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    // A retry inside an attempt shares the budget of the outer one, so that budgets do not add up.
    private static final ScopedValue<Budget> CURRENT = ScopedValue.newInstance();

    private final Sleeper sleeper;
    private final RandomGenerator random;
    private final LongSupplier nanoTime;
    private final Limits limits;

    private record Limits(int attempts, Duration longestPause) {}

    /** Pauses; tests only record the pause. */
    @FunctionalInterface
    public interface Sleeper {
        void sleep(Duration pause) throws InterruptedException;
    }

    /** The result of one attempt. */
    public sealed interface Attempt<T> {

        /** A result; no further attempt is needed. */
        record Done<T>(T result) implements Attempt<T> {}

        /** Another writer was faster and nothing was written: read again. */
        record Lost<T>() implements Attempt<T> {}
    }

    public Retry(Sleeper sleeper, RandomGenerator random, LongSupplier nanoTime) {
        this(sleeper, random, nanoTime, new Limits(Integer.MAX_VALUE, LONGEST_PAUSE));
    }

    private Retry(Sleeper sleeper, RandomGenerator random, LongSupplier nanoTime, Limits limits) {
        this.sleeper = sleeper;
        this.random = random;
        this.nanoTime = nanoTime;
        this.limits = limits;
    }

    static Retry withJitter() {
        // Functions restored from one snapshot share the state of other generators, and would pause alike.
        return new Retry(Thread::sleep, Randomness.source(), System::nanoTime);
    }

    /** Returns a retry that gives up after a number of attempts, even within the budget. */
    Retry limitedTo(int attempts, Duration longestPause) {
        return new Retry(sleeper, random, nanoTime, new Limits(attempts, longestPause));
    }

    /**
     * Repeats the work until it has a result.
     *
     * @throws Unavailable when the budget or the number of attempts is used up
     */
    public <T> T run(Supplier<Attempt<T>> work) {
        return CURRENT.isBound()
                ? run(work, CURRENT.get())
                : ScopedValue.where(CURRENT, new Budget()).call(() -> run(work, CURRENT.get()));
    }

    private <T> T run(Supplier<Attempt<T>> work, Budget budget) {
        for (int losses = 1; ; losses++) {
            if (work.get() instanceof Attempt.Done<T>(T result)) {
                return result;
            }
            long left = budget.leftMillis();
            if (left <= 0 || losses >= limits.attempts()) {
                throw new Unavailable("CONTENDED", "Others keep changing this; nothing was written.", RETRY_AFTER);
            }
            long bound = FIRST_PAUSE.toMillis() << Math.min(losses - 1, 10);
            long pause =
                    1 + random.nextLong(Math.min(bound, limits.longestPause().toMillis()));
            budget.pause(Math.min(pause, left));
        }
    }

    /** The remaining time, by the clock, or by the pauses where tests only record them. */
    private final class Budget {

        private final long start = nanoTime.getAsLong();
        private long pausedMillis;

        long leftMillis() {
            long elapsedMillis = (nanoTime.getAsLong() - start) / 1_000_000;
            return BUDGET.toMillis() - Math.max(elapsedMillis, pausedMillis);
        }

        void pause(long millis) {
            try {
                sleeper.sleep(Duration.ofMillis(millis));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted between two attempts", e);
            }
            pausedMillis += millis;
        }
    }
}
