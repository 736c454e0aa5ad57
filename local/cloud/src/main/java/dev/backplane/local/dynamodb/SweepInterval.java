package dev.backplane.local.dynamodb;

import java.time.Duration;

/** How often to look into a table: often enough to be quick, seldom enough to cost next to nothing. */
final class SweepInterval {
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration LEAST_WHEN_QUIET = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final int SHARE_WHEN_BUSY = 10;
    private static final int SHARE_WHEN_QUIET = 100;

    private SweepInterval() {}

    /** The pause that nothing shortens, after a look that took so long. */
    static Duration busy(Duration took) {
        return clamp(took.multipliedBy(SHARE_WHEN_BUSY), LEAST);
    }

    /** The further pause as long as nothing is written. */
    static Duration quiet(Duration took) {
        return clamp(took.multipliedBy(SHARE_WHEN_QUIET), LEAST_WHEN_QUIET).minus(busy(took));
    }

    private static Duration clamp(Duration time, Duration least) {
        if (time.compareTo(least) < 0) {
            return least;
        }
        return time.compareTo(LONGEST) < 0 ? time : LONGEST;
    }
}
