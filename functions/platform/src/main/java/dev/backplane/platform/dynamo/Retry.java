package dev.backplane.platform.dynamo;

import dev.backplane.platform.Deadline;
import dev.backplane.platform.Randomness;
import dev.backplane.platform.Unavailable;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Repeats work that lost a race, with full jitter between attempts and a time budget.
 *
 * <p>Pauses grow with the number of losses, and with the duration of an attempt: concurrent attempts slow each other
 * down, and succeed only when the pauses between them are longer than the attempts.
 */
public final class Retry {

    static final Duration BUDGET = Duration.ofSeconds(3);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);

    // In multiples of the duration of an attempt. The first pause lets a few other callers pass. The longest one lets a
    // crowd pass; a caller that pauses longer runs out of its budget.
    private static final int FIRST_PAUSE_IN_ATTEMPTS = 4;
    private static final int LONGEST_PAUSE_IN_ATTEMPTS = 48;
    private static final Duration LONG_PAUSE = Duration.ofMillis(500);

    // A longer attempt waited for others; an immediate repeat would only make all of them wait longer.
    private static final Duration QUICK = Duration.ofMillis(50);

    private static final Duration COME_BACK = Duration.ofSeconds(1);
    private static final int SPREAD_IN_ATTEMPTS = 12;
    private static final Duration LONGEST_SPREAD = Duration.ofSeconds(30);

    // A retry inside an attempt shares the budget of the outer one, so that budgets do not add up.
    private static final ScopedValue<Budget> CURRENT = ScopedValue.newInstance();

    private final Sleeper sleeper;
    private final RandomGenerator random;
    private final LongSupplier nanoTime;
    private final Limits limits;

    /** The largest number of attempts, and the longest pause between two. */
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

        /** Another writer won the race and nothing was written: read again. */
        record Lost<T>() implements Attempt<T> {}

        /**
         * Another writer won the race, and the failed write returned the current state.
         *
         * @param atOnce the same work from that state, worth an attempt only immediately
         */
        record Overtaken<T>(Supplier<Attempt<T>> atOnce) implements Attempt<T> {}
    }

    public Retry(Sleeper sleeper, RandomGenerator random) {
        this(sleeper, random, System::nanoTime);
    }

    public Retry(Sleeper sleeper, RandomGenerator random, LongSupplier nanoTime) {
        this(sleeper, random, nanoTime, new Limits(Integer.MAX_VALUE, BUDGET));
    }

    private Retry(Sleeper sleeper, RandomGenerator random, LongSupplier nanoTime, Limits limits) {
        this.sleeper = sleeper;
        this.random = random;
        this.nanoTime = nanoTime;
        this.limits = limits;
    }

    /** Returns a retry that gives up after a number of attempts, even within the budget. */
    Retry limitedTo(int attempts, Duration longestPause) {
        return new Retry(sleeper, random, nanoTime, new Limits(attempts, longestPause));
    }

    static Retry withJitter() {
        // Functions restored from one snapshot share the state of other generators, and would all pause for the same
        // times.
        return new Retry(Thread::sleep, Randomness.source());
    }

    /**
     * Repeats the work until it has a result.
     *
     * @throws Unavailable if the budget or the number of attempts is used up, or the deadline is near
     */
    public <T> T run(Supplier<Attempt<T>> work) {
        return CURRENT.isBound()
                ? run(work, CURRENT.get())
                : ScopedValue.where(CURRENT, new Budget()).call(() -> run(work, CURRENT.get()));
    }

    private <T> T run(Supplier<Attempt<T>> work, Budget budget) {
        Supplier<Attempt<T>> next = work;
        for (int losses = 0; ; losses++) {
            long before = budget.workedMillis();
            Attempt<T> attempt = next.get();
            if (attempt instanceof Attempt.Done<T>(T result)) {
                return result;
            }
            long took = budget.workedMillis() - before;
            // Another attempt must fit before the deadline.
            long left = Math.min(budget.leftMillis(), deadlineMillis() - took);
            if (left <= 0 || losses + 1 >= limits.attempts()) {
                throw contended(took);
            }
            // Among two or three callers an immediate repeat succeeds; a second loss means that there are many.
            if (losses == 0 && took < QUICK.toMillis() && attempt instanceof Attempt.Overtaken<T>(var atOnce)) {
                next = atOnce;
            } else {
                budget.pause(Math.min(jitter(losses, took), left));
                next = work;
            }
        }
    }

    private static long deadlineMillis() {
        return Deadline.left().map(Duration::toMillis).orElse(Long.MAX_VALUE);
    }

    private long jitter(int losses, long tookMillis) {
        long first = Math.max(FIRST_PAUSE.toMillis(), FIRST_PAUSE_IN_ATTEMPTS * tookMillis);
        long longest = Math.min(
                Math.max(LONG_PAUSE.toMillis(), LONGEST_PAUSE_IN_ATTEMPTS * tookMillis),
                limits.longestPause().toMillis());
        return 1 + random.nextLong(Math.min(first << Math.min(losses, 10), longest));
    }

    /**
     * Returns the failure after lost races. Its {@code Retry-After} times are spread, because callers would otherwise
     * all retry at once.
     */
    private Unavailable contended(long tookMillis) {
        long spread = random.nextLong(Math.min(1 + SPREAD_IN_ATTEMPTS * tookMillis, LONGEST_SPREAD.toMillis()));
        return new Unavailable(
                "CONTENDED",
                "Concurrent writes kept changing the data. Nothing was written.",
                COME_BACK.plusMillis(spread));
    }

    /** The time budget: elapsed time or the sum of pauses, whichever is longer, because tests only record pauses. */
    private final class Budget {

        private final long start = nanoTime.getAsLong();
        private long pausedMillis;

        long leftMillis() {
            return BUDGET.toMillis() - Math.max(elapsedMillis(), pausedMillis);
        }

        /** Returns the time spent, without the pauses of this retry and of retries inside the attempt. */
        long workedMillis() {
            return Math.max(0, elapsedMillis() - pausedMillis);
        }

        private long elapsedMillis() {
            return (nanoTime.getAsLong() - start) / 1_000_000;
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
