package dev.backplane.platform.dynamo;

import dev.backplane.platform.Randomness;
import dev.backplane.platform.Unavailable;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Tries again what a race was lost for: full jitter between tries, and a bound on the time spent.
 *
 * <p>Pauses grow with the losses, and with the time that a try takes: tries that get in each other's way slow each
 * other down, and only those that are further apart than they are long end well.
 */
public final class Retry {

    static final Duration BUDGET = Duration.ofSeconds(3);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);

    // A few callers get through soon when their first pauses have room for some tries of others. In a crowd the pauses
    // grow until there is room for all of it, and no longer: who sleeps past the crowd runs out of time.
    private static final int FIRST_PAUSE_IN_TRIES = 4;
    private static final int LONGEST_PAUSE_IN_TRIES = 48;
    private static final Duration LONG_PAUSE = Duration.ofMillis(500);

    // A try that took longer stood in a queue, where one more would only make it longer for all.
    private static final Duration QUICK = Duration.ofMillis(50);

    private static final Duration COME_BACK = Duration.ofSeconds(1);
    private static final int SPREAD_IN_TRIES = 12;
    private static final Duration LONGEST_SPREAD = Duration.ofSeconds(30);

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

        /**
         * Somebody else was faster, and the refusal told how things stand now.
         *
         * @param atOnce the same from there, which is worth a try only before more has changed
         */
        record Overtaken<T>(Supplier<Attempt<T>> atOnce) implements Attempt<T> {}
    }

    public Retry(Sleeper sleeper, RandomGenerator random) {
        this(sleeper, random, System::nanoTime);
    }

    Retry(Sleeper sleeper, RandomGenerator random, LongSupplier nanoTime) {
        this(sleeper, random, nanoTime, new Limits(Integer.MAX_VALUE, BUDGET));
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
        return new Retry(Thread::sleep, Randomness.source());
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
        Supplier<Attempt<T>> next = work;
        for (int losses = 0; ; losses++) {
            long before = budget.workedMillis();
            Attempt<T> attempt = next.get();
            if (attempt instanceof Attempt.Done<T>(T result)) {
                return result;
            }
            long left = budget.leftMillis();
            long took = budget.workedMillis() - before;
            if (left <= 0 || losses + 1 >= limits.tries()) {
                throw contended(took);
            }
            // Where two or three meet, the loser is through at once; who loses twice has met a crowd.
            if (losses == 0 && took < QUICK.toMillis() && attempt instanceof Attempt.Overtaken<T>(var atOnce)) {
                next = atOnce;
            } else {
                budget.pause(Math.min(jitter(losses, took), left));
                next = work;
            }
        }
    }

    private long jitter(int losses, long tookMillis) {
        long first = Math.max(FIRST_PAUSE.toMillis(), FIRST_PAUSE_IN_TRIES * tookMillis);
        long longest = Math.min(
                Math.max(LONG_PAUSE.toMillis(), LONGEST_PAUSE_IN_TRIES * tookMillis),
                limits.longestPause().toMillis());
        return 1 + random.nextLong(Math.min(first << Math.min(losses, 10), longest));
    }

    /** The callers who are sent away are spread too, or they would all be back at the same moment. */
    private Unavailable contended(long tookMillis) {
        long spread = random.nextLong(Math.min(1 + SPREAD_IN_TRIES * tookMillis, LONGEST_SPREAD.toMillis()));
        return new Unavailable(
                "CONTENDED", "Others keep changing this; nothing was written.", COME_BACK.plusMillis(spread));
    }

    /** The time that is left: what the clock says, or less where pauses are only counted. */
    private final class Budget {

        private final long start = nanoTime.getAsLong();
        private long pausedMillis;

        long leftMillis() {
            return BUDGET.toMillis() - Math.max(elapsedMillis(), pausedMillis);
        }

        /** Returns the time spent without the pauses, which tries within a try may have had. */
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
                throw new IllegalStateException("interrupted between two tries", e);
            }
            pausedMillis += millis;
        }
    }
}
