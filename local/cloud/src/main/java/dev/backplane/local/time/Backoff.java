package dev.backplane.local.time;

import java.time.Duration;

/** Exponential backoff with a short maximum for local use. */
public final class Backoff {

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final int ENOUGH_DOUBLINGS = 10;

    private Backoff() {}

    /** Returns the pause before the next retry. */
    public static Duration before(int retriesSoFar) {
        Duration doubled = FIRST.multipliedBy(1L << Math.min(retriesSoFar, ENOUGH_DOUBLINGS));
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }
}
