package dev.backplane.local.streams;

import java.time.Duration;

/** How long to wait before a retry: longer each time, within what a person at a keyboard would wait for. */
final class Backoff {
    private static final Duration FIRST = Duration.ofMillis(200);
    private static final int MAX_DOUBLINGS = 7;

    private Backoff() {}

    static Duration before(int retriesSoFar) {
        return FIRST.multipliedBy(1L << Math.min(retriesSoFar, MAX_DOUBLINGS));
    }
}
