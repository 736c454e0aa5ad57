package dev.backplane.local.asl.run;

import java.time.Duration;
import java.time.Instant;

/** The clock of an execution. */
public interface Timing {

    Instant now();

    /** Waits for a duration of the definition, divided by the time scale. */
    void pause(Duration time) throws InterruptedException;

    /** Returns the real timeout for a timeout of the definition. */
    Duration allowance(Duration timeout);
}
