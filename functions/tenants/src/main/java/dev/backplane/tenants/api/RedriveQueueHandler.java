package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.Json;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.RedriveDecision;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.queues.Sqs;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import java.util.function.Function;
import java.util.function.Supplier;

/** Starts to move the dead letters of a tenant's queue back to it, or returns the progress of the task that does so. */
public final class RedriveQueueHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("RedriveQueue", Scopes.WRITE, "POST /tenants/{tenantId}/queues/{queueType}/redrive");

    private final TenantStore tenants;
    private final Sqs sqs;
    private final StackVersion current;

    public RedriveQueueHandler() {
        this(Platform.lambda());
    }

    public RedriveQueueHandler(Platform platform) {
        super(platform, OPERATION);
        this.tenants = new Stores(platform).tenants();
        this.sqs = new Sqs(platform);
        this.current = TenantsSettings.stackVersion(platform.settings());
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<TenantId> id = input.path("tenantId", Fields.TENANT);
        Supplier<String> typeText = input.path("queueType", InputType.text(Function.identity()));
        input.verify();

        return QueueType.find(typeText.get())
                .map(type -> redrive(id.get(), type))
                .orElseGet(Problems::invalidQueueType);
    }

    private HttpResponse redrive(TenantId id, QueueType type) {
        return switch (RedriveDecision.of(tenants.getTenant(id), type, current)) {
            case RedriveDecision.Move(Queue deadLetters, Queue queue) -> move(id, type, deadLetters, queue);
            case RedriveDecision.Unknown _ -> Problems.tenantNotFound(id);
            case RedriveDecision.Gone _ -> Problems.tenantDeleted(id);
            case RedriveDecision.NoSuchQueue _ -> Problems.queueNotFound(type);
            case RedriveDecision.UpgradeRequired(StackVersion version) ->
                HttpResponse.problem(Problem.of(
                                409,
                                "UPGRADE_REQUIRED",
                                "The tenant shares a dead-letter queue with others until its stack is updated.")
                        .with("version", version.value())
                        .with("current", current.value()));
            case RedriveDecision.NoDeadLetterQueue _ ->
                HttpResponse.problem(
                        409,
                        "NO_DEAD_LETTER_QUEUE",
                        "The template of the tenant's stack reports no dead-letter queue.");
        };
    }

    private HttpResponse move(TenantId id, QueueType type, Queue deadLetters, Queue queue) {
        return sqs.redrive(deadLetters, queue)
                .<HttpResponse>map(redrive -> HttpResponse.json(202, Json.writeWithNulls(RedriveView.of(redrive))))
                .orElseGet(() -> missing(id, type));
    }

    /** Returns the response for a queue that was deleted after its row was read, or outside Backplane. */
    private HttpResponse missing(TenantId id, QueueType type) {
        return tenants.getTenant(id).deletion().isPresent() ? Problems.tenantDeleted(id) : Problems.queueNotFound(type);
    }
}
