package dev.backplane.local.dynamodb;

import java.time.Duration;

/** The pauses between scans of a table, proportional to the duration of a scan. */
final class SweepInterval {

    private static final Duration MIN = Duration.ofSeconds(1);
    private static final Duration MIN_WHEN_QUIET = Duration.ofSeconds(2);
    private static final Duration MAX = Duration.ofSeconds(30);
    private static final int FACTOR_WHEN_BUSY = 10;
    private static final int FACTOR_WHEN_QUIET = 100;

    private SweepInterval() {}

    /** Returns the minimum pause after a scan of this duration. */
    static Duration busy(Duration took) {
        return clamp(took.multipliedBy(FACTOR_WHEN_BUSY), MIN);
    }

    /** Returns the additional pause while nothing is written. */
    static Duration quiet(Duration took) {
        return clamp(took.multipliedBy(FACTOR_WHEN_QUIET), MIN_WHEN_QUIET).minus(busy(took));
    }

    private static Duration clamp(Duration time, Duration min) {
        if (time.compareTo(min) < 0) {
            return min;
        }
        return time.compareTo(MAX) < 0 ? time : MAX;
    }
}
