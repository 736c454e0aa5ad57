package dev.backplane.userdata.workflow;

import io.avaje.jsonb.Json;

/**
 * The result of a task.
 *
 * @param outcome what the state machine does next
 */
@Json
record JobResult(String outcome) {

    /** There is more to do. */
    static final JobResult MORE = new JobResult("more");

    /** Everything was removed for now. */
    static final JobResult SWEPT = new JobResult("swept");

    static final JobResult DONE = new JobResult("done");

    /** The job has ended, or another execution has taken over. */
    static final JobResult SUPERSEDED = new JobResult("superseded");
}
