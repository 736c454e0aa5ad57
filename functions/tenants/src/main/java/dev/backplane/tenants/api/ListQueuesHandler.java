package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.Metadata;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.Stores;
import dev.backplane.tenants.store.TenantStore;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Lists the queues of a tenant. */
public final class ListQueuesHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("ListQueues", Scopes.READ, "GET /tenants/{tenantId}/queues");

    private final TenantStore tenants;

    public ListQueuesHandler() {
        this(Platform.lambda());
    }

    public ListQueuesHandler(Platform platform) {
        super(platform, OPERATION);
        this.tenants = new Stores(platform).tenants();
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
                .<HttpResponse>map(
                        metadata -> HttpResponse.page(QueueView.class, queues(tenant.id(), metadata), Optional.empty()))
                .orElseGet(() -> Problems.tenantNotFound(id.get()));
    }

    private static List<QueueView> queues(TenantId id, Metadata metadata) {
        return Arrays.stream(QueueType.values())
                .flatMap(type ->
                        metadata.queue(type).stream().map(queue -> QueueView.of(id, type, queue, metadata.version())))
                .toList();
    }
}
