package dev.backplane.tenants.workflow;

import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.store.AuditStore.Deployed;
import io.avaje.jsonb.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request of a state machine to record a step of a run.
 *
 * @param execution the ARN of the run
 * @param stackId the stack that the run has deployed, if any
 * @param version the definition that the stack has
 * @param failure why the run failed
 */
@Json
record RecordTask(
        String step,
        String operation,
        String execution,
        RunInput input,
        @Nullable String stackId,
        @Nullable String version,
        @Nullable Failure failure) {

    /** A step of a run. */
    enum Step {
        /** Claims the row of the run. */
        BEGIN,
        /** Finds out whether other runs of the tenant are still running. */
        CHECK,
        SUCCEED,
        FAIL,
        /** Counts a tenant that an upgrade could not update. */
        COUNT
    }

    Step knownStep() {
        return Step.valueOf(step);
    }

    RunExecution run() {
        return input.execution(OperationKind.valueOf(operation), execution);
    }

    Deployed deployed() {
        return new Deployed(
                Optional.ofNullable(stackId), Optional.ofNullable(version).map(StackVersion::parse));
    }

    Failure knownFailure() {
        return Optional.ofNullable(failure).orElseGet(Failure::unknown);
    }
}
