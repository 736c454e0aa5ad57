package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.json.Json;
import dev.backplane.tenants.Metadata;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.queues.OldestMessage;
import dev.backplane.tenants.queues.Sqs;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Lists the queues of a tenant with their messages and dead letters. */
public final class ListQueuesHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListQueues", Scopes.READ, "GET /tenants/{tenantId}/queues");

    private final TenantStore tenants;
    private final Sqs sqs;
    private final OldestMessage oldestMessage;

    public ListQueuesHandler() {
        this(Platform.lambda());
    }

    public ListQueuesHandler(Platform platform) {
        super(platform, OPERATION);
        this.tenants = new Stores(platform).tenants();
        this.sqs = new Sqs(platform);
        this.oldestMessage = new OldestMessage(platform);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<TenantId> id = input.path("tenantId", Fields.TENANT);
        input.verify();

        Tenant tenant = tenants.getTenant(id.get());
        if (tenant.deletion().isPresent()) {
            return Problems.tenantDeleted(id.get());
        }
        return tenant.provision()
                .<HttpResponse>map(metadata ->
                        HttpResponse.json(200, Json.writePage(queues(id.get(), metadata), Optional.empty())))
                .orElseGet(() -> Problems.tenantNotFound(id.get()));
    }

    private List<String> queues(TenantId id, Metadata metadata) {
        return Stream.of(QueueType.values())
                .flatMap(type -> metadata.queue(type).stream().map(queue -> state(id, metadata, type, queue)))
                .map(Json::writeWithNulls)
                .toList();
    }

    private QueueStateView state(TenantId id, Metadata metadata, QueueType type, Queue queue) {
        // Older stacks could name their outbound queues freely, so this function may not be allowed to read them.
        boolean readable = type == QueueType.INBOUND;
        return QueueStateView.of(
                QueueView.of(id, type, queue, metadata.version()),
                readable ? sqs.depth(queue) : Optional.empty(),
                readable ? oldestMessage.ageSeconds(queue) : Optional.empty(),
                metadata.deadLetters(type).map(this::deadLetters));
    }

    private QueueStateView.DeadLetters deadLetters(Queue queue) {
        return QueueStateView.DeadLetters.of(queue, sqs.depth(queue), sqs.lastRedrive(queue));
    }
}
