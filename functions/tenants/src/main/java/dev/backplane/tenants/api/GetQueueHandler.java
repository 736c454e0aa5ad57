package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.tenants.Onboarding;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueueDecision;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.StackVersion;
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
import java.util.function.Supplier;

/** Returns a queue of a tenant, and starts its provisioning if it does not exist yet and the stage allows that. */
public final class GetQueueHandler extends RunHandler {

    public static final Operation OPERATION = Operation.of(
                    "GetQueue", Scopes.READ, "GET /tenants/{tenantId}/queues/{queueType}")
            .withSnapshot();

    private static final String RETRY_AFTER = "5";

    private final Clock clock;
    private final Onboarding onboarding;

    public GetQueueHandler() {
        this(Platform.lambda());
    }

    public GetQueueHandler(Platform platform) {
        super(platform, OPERATION, OperationKind.CREATE, new Stores(platform));
        this.clock = platform.clock();
        this.onboarding = TenantsSettings.onboarding(platform.settings());
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<TenantId> id = input.path("tenantId", Fields.TENANT);
        Supplier<String> typeText = input.path("queueType", InputType.text(Function.identity()));
        input.verify();

        Optional<QueueType> type = QueueType.find(typeText.get());
        return type.isEmpty()
                ? Problems.invalidQueueType()
                : decide(
                        id.get(),
                        Optional.empty(),
                        tenant -> step(tenant, type.get()),
                        (run, execution) -> provisioning(run.attempt(), execution));
    }

    private Step<HttpResponse> step(Tenant tenant, QueueType type) {
        return switch (QueueDecision.of(tenant, type, Times.now(clock), current(), onboarding)) {
            case QueueDecision.Start(int generation, int attempt) -> new Step.Start<>(generation, attempt);
            case QueueDecision.Ready(Queue queue, StackVersion version) ->
                new Step.Respond<>(HttpResponse.ok(QueueView.of(tenant.id(), type, queue, version)));
            case QueueDecision.Provisioning(int attempt, String execution) ->
                new Step.Respond<>(provisioning(attempt, execution));
            case QueueDecision.Gone _ -> new Step.Respond<>(Problems.tenantDeleted(tenant.id()));
            case QueueDecision.Unknown _ -> new Step.Respond<>(Problems.tenantNotFound(tenant.id()));
            case QueueDecision.NoSuchQueue _ -> new Step.Respond<>(Problems.queueNotFound(type));
            case QueueDecision.FailedRetryLater(String reason, int attempt, Instant retryAt) ->
                new Step.Respond<>(retryLater(reason, attempt, retryAt));
            case QueueDecision.FailedForGood(String reason, int attempt) ->
                new Step.Respond<>(HttpResponse.problem(failed(500, reason, attempt)));
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
