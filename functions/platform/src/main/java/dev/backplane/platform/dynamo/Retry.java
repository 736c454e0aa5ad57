package dev.backplane.platform.dynamo;

import dev.backplane.platform.Unavailable;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Tries again what a race was lost for: full jitter between tries, and a bound on the time spent. */
public final class Retry {

    static final Duration BUDGET = Duration.ofSeconds(3);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    private final Sleeper sleeper;
    private final RandomGenerator random;

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
        this.sleeper = sleeper;
        this.random = random;
    }

    static Retry withJitter() {
        return new Retry(Thread::sleep, RandomGenerator.getDefault());
    }

    /**
     * Tries until there is a result.
     *
     * @throws Unavailable when the pauses have used up the budget
     */
    public <T> T run(Supplier<Attempt<T>> work) {
        Duration left = BUDGET;
        for (int tries = 0; ; tries++) {
            if (work.get() instanceof Attempt.Done<T>(T result)) {
                return result;
            }
            if (left.isZero()) {
                throw new Unavailable(
                        "CONTENDED", "Others keep changing this; nothing was written.", Duration.ofSeconds(1));
            }
            left = left.minus(pause(tries, left));
        }
    }

    private Duration pause(int tries, Duration left) {
        long ceiling = Math.min(FIRST_PAUSE.toMillis() << Math.min(tries, 10), LONGEST_PAUSE.toMillis());
        long millis = Math.min(1 + random.nextLong(ceiling), left.toMillis());
        try {
            sleeper.sleep(Duration.ofMillis(millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted between two tries", e);
        }
        return Duration.ofMillis(millis);
    }
}
