package dev.backplane.local.time;

import java.time.Duration;

/** A pause that tests can replace. */
@FunctionalInterface
public interface Pause {

    void sleep(Duration time) throws InterruptedException;
}
