package dev.backplane.tenants.events;

import dev.backplane.platform.Texts;
import dev.backplane.platform.workflows.ExecutionEnd;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.Trace;
import dev.backplane.tenants.workflow.RunInput;
import java.util.List;
import java.util.Optional;

/** The end of a run, as Step Functions reports it. */
record RunEnd(ExecutionEnd event, RunInput input) {

    /** The error of runs that recorded their failure and published its event themselves. */
    private static final String HANDLED = "TenantOperationFailed";

    private static final int MAX_REASON = 1000;

    static RunEnd parse(String message) {
        ExecutionEnd event = ExecutionEnd.parse(message);
        return new RunEnd(event, RunInput.parse(event.input()));
    }

    /** Returns whether the run itself recorded and published its failure. */
    boolean isHandled() {
        return event.error().equals(Optional.of(HANDLED));
    }

    RunExecution run(OperationKind kind) {
        RunExecution run = input.execution(kind, event.execution());
        return event.started()
                .filter(_ -> run.tenant().isPresent())
                .map(started -> run.with(new Trace(started, List.of())))
                .orElse(run);
    }

    /** Returns why the run failed, as callers of the service see it. */
    String reason() {
        String reason = switch (event.status()) {
            case "TIMED_OUT" -> "The run timed out.";
            case "ABORTED" ->
                event.cause().map(cause -> "The run was aborted: " + cause).orElse("The run was aborted.");
            default -> "The run failed: " + event.error().orElse(event.status());
        };
        return Texts.truncate(reason, MAX_REASON);
    }
}
