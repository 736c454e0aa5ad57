package dev.backplane.tenants.workflow;

import dev.backplane.platform.Times;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Trace;
import dev.backplane.tenants.store.AuditStore.Deployed;
import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request of a state machine to record a step of a run.
 *
 * @param execution the ARN of the run
 * @param started the time of its start
 * @param steps the steps that it has reached, in order
 * @param stackId the stack that the run has deployed, if any
 * @param version the definition that the stack has
 * @param inputs the digest of what the stack was deployed with
 * @param failure why the run failed
 */
@Json
record RecordTask(
        String step,
        String operation,
        String execution,
        RunInput input,
        @Nullable String started,
        @Nullable List<StepMark> steps,
        @Nullable String stackId,
        @Nullable String version,
        @Nullable String inputs,
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
        RunExecution run = input.execution(OperationKind.valueOf(operation), execution);
        // An upgrade of all tenants has no history.
        return started == null || run.tenant().isEmpty() ? run : run.with(trace(started));
    }

    private Trace trace(String start) {
        List<StepMark> reached = steps == null ? List.of() : steps;
        return new Trace(
                Times.parseAnyForm(start), reached.stream().map(StepMark::mark).toList());
    }

    Deployed deployed() {
        return new Deployed(
                Optional.ofNullable(stackId),
                Optional.ofNullable(version).map(StackVersion::parse),
                Optional.ofNullable(inputs));
    }

    Failure knownFailure() {
        return Optional.ofNullable(failure).orElseGet(Failure::unknown);
    }
}
