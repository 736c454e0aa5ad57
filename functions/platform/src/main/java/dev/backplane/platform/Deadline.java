package dev.backplane.platform;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The time at which an invocation ends its calls to AWS, shortly before the timeout of the function.
 *
 * <p>The calls of one invocation share it, so that a request with many slow calls still gets a response.
 */
public final class Deadline {

    /** The time between the last call and the timeout, in which the response is written. */
    public static final Duration MARGIN = Duration.ofSeconds(1);

    private static final ScopedValue<Deadline> CURRENT = ScopedValue.newInstance();

    private final long endNanos;

    private Deadline(long endNanos) {
        this.endNanos = endNanos;
    }

    /**
     * Returns the deadline of an invocation.
     *
     * @param remainingMillis the time until the timeout of the function
     */
    public static Deadline of(int remainingMillis) {
        return new Deadline(System.nanoTime()
                + Duration.ofMillis(remainingMillis).minus(MARGIN).toNanos());
    }

    /** Runs the work of the invocation. */
    public <T> T run(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /** Wraps work so that it has the current deadline when it runs on another thread. */
    static <T> Supplier<T> carry(Supplier<T> work) {
        if (!CURRENT.isBound()) {
            return work;
        }
        Deadline deadline = CURRENT.get();
        return () -> deadline.run(work);
    }

    /** Returns the time left to the current invocation, at least zero; empty outside of an invocation. */
    public static Optional<Duration> left() {
        return CURRENT.isBound()
                ? Optional.of(Duration.ofNanos(Math.max(0, CURRENT.get().endNanos - System.nanoTime())))
                : Optional.empty();
    }
}
