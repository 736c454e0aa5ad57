package dev.backplane.local.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Waits until an assertion holds, at most for a deadline. */
public final class Eventually {

    // Longer than the longest pause between two sweeps on a busy machine.
    private static final Duration DEADLINE = Duration.ofMinutes(5);
    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(10);

    private Eventually() {}

    /** Repeats until the assertion holds for the value. */
    public static <T> void assertThat(Supplier<T> value, Consumer<T> assertion) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (true) {
            try {
                assertion.accept(value.get());
                return;
            } catch (AssertionError notYet) {
                if (System.nanoTime() > deadline) {
                    throw notYet;
                }
                LockSupport.parkNanos(BETWEEN_CHECKS.toNanos());
            }
        }
    }
}
