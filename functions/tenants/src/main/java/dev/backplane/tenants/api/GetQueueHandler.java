package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.tenants.Kind;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueueDecision;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.Run;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.workflow.Machine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Returns a queue of a tenant, and has it provisioned when there is none yet. */
public final class GetQueueHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of(
                    "GetQueue", Scopes.READ, "GET /tenants/{tenantId}/queues/{queueType}")
            .withSnapshot();

    private static final String RETRY_AFTER = "5";

    private final TenantStore tenants;
    private final Runs runs;
    private final StackVersion current;
    private final Clock clock;

    public GetQueueHandler() {
        this(Platform.lambda());
    }

    public GetQueueHandler(Platform platform) {
        super(platform, OPERATION);
        this.tenants = new Stores(platform).tenants();
        this.runs = new Runs(platform, Machine.CREATE);
        this.current = TenantsSettings.stackVersion(platform.settings());
        this.clock = platform.clock();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<TenantId> id = input.path("tenantId", Fields.TENANT);
        Supplier<String> typeText = input.path("queueType", InputType.text(Function.identity()));
        input.verify();

        Optional<QueueType> type = QueueType.find(typeText.get());
        return type.isEmpty()
                ? HttpResponse.problem(400, "INVALID_QUEUE_TYPE", "A queue is of the type Inbound or Outbound.")
                : runs.answer(() -> step(id.get(), type.get()));
    }

    private Runs.Step step(TenantId id, QueueType type) {
        QueueDecision decision = QueueDecision.of(tenants.getTenant(id), type, Times.now(clock), current);
        return decision instanceof QueueDecision.Start(int generation, int attempt)
                ? Runs.begin(
                        new Run(Kind.CREATE, id, generation, attempt, current),
                        (run, execution) -> provisioning(run.attempt(), execution))
                : new Runs.Step.Answer(answer(id, type, decision));
    }

    private HttpResponse answer(TenantId id, QueueType type, QueueDecision decision) {
        return switch (decision) {
            case QueueDecision.Ready(Queue queue, StackVersion version) ->
                HttpResponse.ok(QueueView.of(id, type, queue, version));
            case QueueDecision.Provisioning(int attempt, String execution) -> provisioning(attempt, execution);
            case QueueDecision.Gone _ -> Problems.tenantDeleted(id);
            case QueueDecision.NoSuchQueue _ ->
                HttpResponse.problem(404, "QUEUE_NOT_FOUND", "The tenant has no " + type.word() + " queue.");
            case QueueDecision.FailedRetryLater(String reason, int attempt, Instant retryAt) ->
                retryLater(reason, attempt, retryAt);
            case QueueDecision.FailedForGood(String reason, int attempt) ->
                HttpResponse.problem(failed(500, reason, attempt));
            case QueueDecision.Start _ -> throw new IllegalStateException("what is to be started has no answer yet");
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
