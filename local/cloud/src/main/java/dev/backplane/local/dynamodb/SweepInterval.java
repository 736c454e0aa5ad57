package dev.backplane.local.dynamodb;

import java.time.Duration;

/** The pauses between scans of a table, proportional to the duration of a scan. */
final class SweepInterval {

    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration LEAST_WHEN_QUIET = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int SHARE_WHEN_BUSY = 10;
    private static final int SHARE_WHEN_QUIET = 100;

    private SweepInterval() {}

    /** Returns the minimum pause after a scan of this duration. */
    static Duration busy(Duration took) {
        return clamp(took.multipliedBy(SHARE_WHEN_BUSY), LEAST);
    }

    /** Returns the additional pause while nothing is written. */
    static Duration quiet(Duration took) {
        return clamp(took.multipliedBy(SHARE_WHEN_QUIET), LEAST_WHEN_QUIET).minus(busy(took));
    }

    private static Duration clamp(Duration time, Duration min) {
        if (time.compareTo(min) < 0) {
            return min;
        }
        return time.compareTo(LONGEST) < 0 ? time : LONGEST;
    }
}
