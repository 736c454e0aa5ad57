package dev.backplane.local.stepfunctions;

import java.time.Duration;

/**
 * The factor by which time in workflows passes faster than on AWS.
 *
 * <p>Waits and retry intervals are divided by the factor. Timeouts are divided too,
 * because a polling loop should not outlast its shortened waits. But work takes real time,
 * so timeouts are not reduced below five minutes. Functions and item expiry
 * are not affected.
 */
public record TimeScale(double factor) {

    /** With this factor, an onboarding with waits of 15 seconds takes a few seconds. */
    public static final TimeScale STANDARD = new TimeScale(30);

    /** As on AWS. */
    public static final TimeScale REAL = new TimeScale(1);

    private static final Duration SHORTEST_TIMEOUT = Duration.ofMinutes(5);

    public TimeScale {
        if (!(factor > 0) || Double.isInfinite(factor)) {
            throw new IllegalArgumentException("the speed must be greater than 0, not " + factor);
        }
    }

    /** Returns the scaled duration of a wait. */
    public Duration wait(Duration time) {
        return Duration.ofNanos(Math.round(time.toNanos() / factor));
    }

    /** Returns the scaled timeout of work. */
    public Duration timeout(Duration time) {
        Duration min = time.compareTo(SHORTEST_TIMEOUT) < 0 ? time : SHORTEST_TIMEOUT;
        Duration scaled = wait(time);
        return scaled.compareTo(min) < 0 ? min : scaled;
    }
}
