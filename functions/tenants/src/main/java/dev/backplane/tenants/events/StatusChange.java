package dev.backplane.tenants.events;

import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.EndedRun;
import dev.backplane.tenants.Kind;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import java.util.Map;
import java.util.Optional;

/** What Step Functions tells of a run that has ended. */
record StatusChange(Map<String, JsonValue> detail, Map<String, JsonValue> input) {

    /** The error of runs that have written their failure themselves, and told of it. */
    private static final String TOLD = "TenantOperationFailed";

    private static final int MAX_REASON = 1000;

    static StatusChange parse(String message) {
        Map<String, JsonValue> event = members(message);
        if (event.get("detail") instanceof Obj(var detail) && detail.get("input") instanceof Text(String input)) {
            return new StatusChange(detail, members(input));
        }
        throw new IllegalArgumentException("a message that tells of no run");
    }

    private static Map<String, JsonValue> members(String json) {
        try {
            if (JsonValue.parse(json) instanceof Obj(var members)) {
                return members;
            }
            throw new IllegalArgumentException("a message that is no object");
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("a message that is not JSON", e);
        }
    }

    String machine() {
        return text(detail, "stateMachineArn").orElseThrow(() -> missing("stateMachineArn"));
    }

    /** Says whether the run has done all there is to do about its failure. */
    boolean isTold() {
        return text(detail, "error").equals(Optional.of(TOLD));
    }

    EndedRun run(Kind kind) {
        String execution = text(detail, "executionArn").orElseThrow(() -> missing("executionArn"));
        return new EndedRun(
                kind,
                text(input, "tenantId").map(TenantId::parse),
                number("generation").orElse(Tenant.FIRST_GENERATION),
                number("attempt").orElseThrow(() -> missing("attempt")),
                StackVersion.parse(text(input, "version").orElseThrow(() -> missing("version"))),
                execution,
                execution.substring(execution.lastIndexOf(':') + 1));
    }

    /** Returns why the run failed, in words for callers of the service. */
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
        return reason.substring(0, Math.min(reason.length(), MAX_REASON));
    }

    private static Optional<String> text(Map<String, JsonValue> members, String name) {
        return members.get(name) instanceof Text(String text) && !text.isBlank() ? Optional.of(text) : Optional.empty();
    }

    private Optional<Integer> number(String name) {
        return input.get(name) instanceof Num(String literal)
                ? Optional.of(Integer.valueOf(literal))
                : Optional.empty();
    }

    private static IllegalArgumentException missing(String name) {
        return new IllegalArgumentException("a message without " + name);
    }
}
