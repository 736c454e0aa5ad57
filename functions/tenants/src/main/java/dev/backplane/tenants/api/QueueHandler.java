package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.tenants.Onboarding;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueueDecision;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Suspension;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.Stores;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The base of operations on a queue, which start its provisioning if it does not exist yet and the stage allows that. */
abstract class QueueHandler extends RunHandler {

    private static final String RETRY_AFTER = "5";

    private final Clock clock;
    private final Onboarding onboarding;

    QueueHandler(Platform platform, Operation operation, Stores stores) {
        super(platform, operation, OperationKind.CREATE, stores);
        this.clock = platform.clock();
        this.onboarding = TenantsSettings.onboarding(platform.settings());
    }

    /** A queue that can be used, and the version of its stack. */
    record Usable(TenantId tenant, QueueType type, Queue queue, StackVersion version) {}

    /**
     * Decides on a request for a queue.
     *
     * @param ready the result for a queue that can be used
     * @param other the result for every other response
     */
    final <T> T respond(TenantId id, QueueType type, Function<Usable, T> ready, Function<HttpResponse, T> other) {
        return decide(
                id,
                Optional.empty(),
                tenant -> step(tenant, type, ready, other),
                (run, execution) -> other.apply(provisioning(run.attempt(), execution)));
    }

    private <T> Step<T> step(
            Tenant tenant, QueueType type, Function<Usable, T> ready, Function<HttpResponse, T> other) {
        return switch (decision(tenant, type)) {
            case QueueDecision.Start(int generation, int attempt) -> new Step.Start<>(generation, attempt);
            case QueueDecision.Ready(Queue queue, StackVersion version) ->
                new Step.Respond<>(ready.apply(new Usable(tenant.id(), type, queue, version)));
            case QueueDecision decided -> new Step.Respond<>(other.apply(refusal(tenant.id(), type, decided)));
        };
    }

    final QueueDecision decision(Tenant tenant, QueueType type) {
        return QueueDecision.of(tenant, type, Times.now(clock), current(), onboarding);
    }

    private HttpResponse refusal(TenantId id, QueueType type, QueueDecision decision) {
        return switch (decision) {
            case QueueDecision.Start _, QueueDecision.Ready _ -> throw new IllegalStateException("not refused");
            case QueueDecision.Provisioning(int attempt, String execution) -> provisioning(attempt, execution);
            case QueueDecision.Gone _ -> Problems.tenantDeleted(id);
            case QueueDecision.Suspended(Suspension suspension) -> Problems.tenantSuspended(id, suspension);
            case QueueDecision.Unknown _ -> Problems.tenantNotFound(id);
            case QueueDecision.NoSuchQueue _ -> Problems.queueNotFound(type);
            case QueueDecision.FailedRetryLater(String reason, int attempt, Instant retryAt) ->
                retryLater(reason, attempt, retryAt);
            case QueueDecision.FailedForGood(String reason, int attempt) ->
                HttpResponse.problem(failed(500, reason, attempt));
        };
    }

    private static HttpResponse provisioning(int attempt, String execution) {
        return HttpResponse.accepted(ProvisioningView.of(attempt, execution)).with("retry-after", RETRY_AFTER);
    }

    private HttpResponse retryLater(String reason, int attempt, Instant retryAt) {
        Duration left = Duration.between(Times.now(clock), retryAt);
        return new Refusal(
                failed(503, reason, attempt).with("retryAt", Times.format(retryAt)),
                Map.of(
                        "retry-after",
                        Long.toString(Math.max(1, left.plusMillis(999).toSeconds()))));
    }

    private static Problem failed(int status, String reason, int attempt) {
        return Problem.of(status, "PROVISIONING_FAILED", "The tenant's queue could not be provisioned.")
                .with("reason", reason)
                .with("attempt", new Num(Integer.toString(attempt)));
    }
}
