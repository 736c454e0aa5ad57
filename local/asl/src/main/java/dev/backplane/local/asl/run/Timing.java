package dev.backplane.local.asl.run;

import java.time.Duration;
import java.time.Instant;

/** How time passes for an execution. */
public interface Timing {

    Instant now();

    /** Waits for so long as the definition says, or shorter where time is sped up. */
    void pause(Duration time) throws InterruptedException;

    /** Returns how long work may really take that the definition gives so much time. */
    Duration allowance(Duration timeout);
}
