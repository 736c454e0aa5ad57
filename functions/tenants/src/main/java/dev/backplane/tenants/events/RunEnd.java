package dev.backplane.tenants.events;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Texts;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.Trace;
import dev.backplane.tenants.workflow.RunInput;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The event that Step Functions sends when a run has ended. */
record StatusChange(Map<String, JsonValue> detail, RunInput input) {

    /** The error of runs that recorded their failure and published its event themselves. */
    private static final String HANDLED = "TenantOperationFailed";

    private static final int MAX_REASON = 1000;

    static StatusChange parse(String message) {
        Map<String, JsonValue> event = members(message);
        if (event.get("detail") instanceof Obj(var detail) && detail.get("input") instanceof Text(String input)) {
            return new StatusChange(detail, RunInput.parse(input));
        }
        throw new InvalidValueException("not the event of a run");
    }

    private static Map<String, JsonValue> members(String json) {
        try {
            if (JsonValue.parse(json) instanceof Obj(var members)) {
                return members;
            }
            throw new InvalidValueException("not a JSON object");
        } catch (JsonSyntaxException e) {
            throw new InvalidValueException("not JSON", e);
        }
    }

    String machine() {
        return text(detail, "stateMachineArn").orElseThrow(() -> missing("stateMachineArn"));
    }

    /** Returns whether the run itself recorded and published its failure. */
    boolean isHandled() {
        return text(detail, "error").equals(Optional.of(HANDLED));
    }

    RunExecution run(OperationKind kind) {
        RunExecution run =
                input.execution(kind, text(detail, "executionArn").orElseThrow(() -> missing("executionArn")));
        return run.tenant().isPresent() && detail.get("startDate") instanceof Num(String millis)
                ? run.with(new Trace(Instant.ofEpochMilli(Long.parseLong(millis)), List.of()))
                : run;
    }

    /** Returns why the run failed, as callers of the service see it. */
    String reason() {
        String status = text(detail, "status").orElseThrow(() -> missing("status"));
        String reason = switch (status) {
            case "TIMED_OUT" -> "The run timed out.";
            case "ABORTED" ->
                text(detail, "cause")
                        .map(cause -> "The run was aborted: " + cause)
                        .orElse("The run was aborted.");
            default -> "The run failed: " + text(detail, "error").orElse(status);
        };
        return Texts.truncate(reason, MAX_REASON);
    }

    private static Optional<String> text(Map<String, JsonValue> members, String name) {
        return members.get(name) instanceof Text(String text) && !text.isBlank() ? Optional.of(text) : Optional.empty();
    }

    private static InvalidValueException missing(String name) {
        return new InvalidValueException("event without " + name);
    }
}
