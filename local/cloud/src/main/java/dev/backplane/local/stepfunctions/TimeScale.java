package dev.backplane.local.stepfunctions;

import java.time.Duration;

/**
 * How much faster than on AWS the time of workflows passes.
 *
 * <p>Waits and the intervals of retries are divided by the factor: nothing happens in them. Timeouts are divided too,
 * because a poll that waits a thirtieth of the time should not go on for the whole hour; but work takes the time it
 * takes, so a timeout never gets shorter than five minutes, or than itself where it is shorter than that. What functions
 * do, and when items expire, has nothing to do with this.
 */
public record TimeScale(double factor) {

    /** Onboarding with its waits of 15 seconds takes a few seconds. */
    public static final TimeScale STANDARD = new TimeScale(30);

    /** As on AWS. */
    public static final TimeScale REAL = new TimeScale(1);

    private static final Duration SHORTEST_TIMEOUT = Duration.ofMinutes(5);

    public TimeScale {
        if (!(factor > 0) || Double.isInfinite(factor)) {
            throw new IllegalArgumentException("the speed " + factor + " is not above zero");
        }
    }

    /** Returns how long a wait really takes. */
    public Duration wait(Duration time) {
        return Duration.ofNanos(Math.round(time.toNanos() / factor));
    }

    /** Returns how long work may really take. */
    public Duration timeout(Duration time) {
        Duration least = time.compareTo(SHORTEST_TIMEOUT) < 0 ? time : SHORTEST_TIMEOUT;
        Duration scaled = wait(time);
        return scaled.compareTo(least) < 0 ? least : scaled;
    }
}
