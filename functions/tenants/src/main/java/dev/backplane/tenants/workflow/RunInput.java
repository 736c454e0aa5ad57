package dev.backplane.tenants.workflow;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.Json;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Run;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.Upgrade;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The input of a run.
 *
 * <p>That of a run for one tenant has no time and no random value: Step Functions joins a run only if its input is the
 * same, byte for byte.
 *
 * @param tenantId absent from an upgrade of all tenants, as is the generation
 * @param maxConcurrency only for an upgrade, as are the next two
 * @param request makes the input unique, so that of two callers who use the same name, only one starts an upgrade
 * @param actor absent if the run provisions a tenant on first use
 */
@io.avaje.jsonb.Json
public record RunInput(
        @Nullable String tenantId,
        @Nullable Integer generation,
        @Nullable Integer attempt,
        @Nullable String version,
        @Nullable Integer maxConcurrency,
        @Nullable Integer toleratedFailures,
        @Nullable String request,
        @Nullable Actor actor,
        @Nullable String reason) {

    public static RunInput of(Run run) {
        return new RunInput(
                run.tenant().value(),
                run.generation(),
                run.attempt(),
                run.version().value(),
                null,
                null,
                null,
                run.cause().map(Cause::actor).orElse(null),
                run.cause().flatMap(Cause::reason).orElse(null));
    }

    /** Returns the input of an upgrade of a number of tenants. */
    public static RunInput of(Upgrade upgrade, int tenants, String request, Cause cause) {
        return new RunInput(
                null,
                null,
                upgrade.attempt(),
                upgrade.version().value(),
                upgrade.maxConcurrency(),
                upgrade.toleratedFailures(tenants),
                request,
                cause.actor(),
                cause.reason().orElse(null));
    }

    public static RunInput parse(String json) {
        return Json.read(RunInput.class, json.getBytes(StandardCharsets.UTF_8));
    }

    public String json() {
        return Json.write(this);
    }

    /** Returns the run that has this input. */
    public RunExecution execution(OperationKind kind, String arn) {
        return new RunExecution(
                kind,
                Optional.ofNullable(tenantId).map(TenantId::parse),
                generation == null ? Tenant.FIRST_GENERATION : generation,
                required(attempt, "attempt"),
                StackVersion.parse(required(version, "version")),
                arn,
                Optional.of(cause(kind)),
                Optional.empty());
    }

    /** Returns who asked for the run: the caller, or the state machine itself. */
    private Cause cause(OperationKind kind) {
        return new Cause(
                actor == null ? Actor.system(TenantStateMachine.of(kind).id()) : actor,
                Optional.ofNullable(reason).filter(text -> !text.isBlank()));
    }

    /** Returns the number of tenants that may fail before an upgrade stops. */
    int tolerance() {
        return toleratedFailures == null ? 0 : toleratedFailures;
    }

    private static <T> T required(@Nullable T value, String name) {
        return Optional.ofNullable(value).orElseThrow(() -> new InvalidValueException("run without " + name));
    }
}
