package dev.backplane.local.time;

import java.time.Duration;

/** How long to wait before a retry: longer each time, but never so long that a developer takes it for a halt. */
public final class Backoff {

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final int ENOUGH_DOUBLINGS = 10;

    private Backoff() {}

    /** Returns the wait after a failure that so many retries came before. */
    public static Duration before(int retriesSoFar) {
        Duration doubled = FIRST.multipliedBy(1L << Math.min(retriesSoFar, ENOUGH_DOUBLINGS));
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }
}
