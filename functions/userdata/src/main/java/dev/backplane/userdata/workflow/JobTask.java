package dev.backplane.userdata.workflow;

import dev.backplane.userdata.JobId;
import io.avaje.jsonb.Json;
import java.util.Locale;

/**
 * A task of a state machine.
 *
 * @param execution the name of the execution
 */
@Json
record JobTask(String step, String jobId, String execution) {

    /** A step of the state machine. */
    enum Step {
        /** Removes. */
        SWEEP,
        /** Removes again, after the pause. */
        RESWEEP,
        /** Ends a removal. */
        FINISH,
        /** Exports. */
        WRITE
    }

    Step knownStep() {
        return Step.valueOf(step.toUpperCase(Locale.ROOT));
    }

    JobId id() {
        return JobId.parse(jobId);
    }
}
