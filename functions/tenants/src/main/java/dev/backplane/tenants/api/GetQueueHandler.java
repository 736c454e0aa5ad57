package dev.backplane.tenants.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.Stores;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Returns a queue of a tenant, and starts its provisioning if it does not exist yet and the stage allows that. */
public final class GetQueueHandler extends QueueHandler {

    public static final Operation OPERATION = Operation.of(
                    "GetQueue", Scopes.READ, "GET /tenants/{tenantId}/queues/{queueType}")
            .withSnapshot();

    public GetQueueHandler() {
        this(Platform.lambda());
    }

    public GetQueueHandler(Platform platform) {
        super(platform, OPERATION, new Stores(platform));
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
                : respond(
                        id.get(),
                        type.get(),
                        ready -> HttpResponse.ok(
                                QueueView.of(ready.tenant(), ready.type(), ready.queue(), ready.version())),
                        Function.identity());
    }
}
