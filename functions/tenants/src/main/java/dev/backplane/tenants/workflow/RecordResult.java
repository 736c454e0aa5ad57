package dev.backplane.tenants.workflow;

import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * The result of recording a step, as the state machines read it.
 *
 * @param outcome what the run does next
 * @param reason why the run cannot succeed
 */
@Json
record RecordResult(String outcome, @Nullable String reason) {

    /** The row belongs to the run. */
    static final RecordResult BEGUN = new RecordResult("begun", null);

    /** The row belongs to the run, and there is nothing to deploy. */
    static final RecordResult CURRENT = new RecordResult("current", null);

    /** The row belongs to the run, but the tenant has nothing to update. */
    static final RecordResult ABSENT = new RecordResult(Failure.ABSENT, "There is no such tenant, or it has no queue.");

    /** Another run of the tenant is running. */
    static final RecordResult BUSY = new RecordResult("busy", null);

    static final RecordResult CLEAR = new RecordResult("clear", null);

    /** The success is recorded and published. */
    static final RecordResult SUCCEEDED = new RecordResult("succeeded", null);

    /** The failure is recorded; it is none of the run, so it is not published. */
    static final RecordResult SKIPPED = new RecordResult("skipped", null);

    /** Another run owns the row, so nothing is changed. */
    static final RecordResult SUPERSEDED = new RecordResult("superseded", null);

    static final RecordResult COUNTED = new RecordResult("counted", null);

    /** The failure is recorded and published. */
    static RecordResult failed(String reason) {
        return new RecordResult("failed", reason);
    }

    /** The tenant's resources are not what the run should have left. */
    static RecordResult contradicted(String reason) {
        return new RecordResult(Failure.CONTRADICTED, reason);
    }
}
