package dev.backplane.local.time;

import java.time.Duration;

/** Waits; tests do not. */
@FunctionalInterface
public interface Pause {

    void sleep(Duration time) throws InterruptedException;
}
