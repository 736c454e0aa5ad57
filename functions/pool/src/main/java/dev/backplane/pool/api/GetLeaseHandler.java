package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Ownership;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.UserId;
import dev.backplane.pool.store.LeaseStore;
import dev.backplane.pool.store.Stores;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Returns a lease, active or ended. */
public final class GetLeaseHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of(
                    "GetLease", List.of(Scopes.READ, Scopes.SELF), "GET /pool/leases/{id}")
            .withSnapshot();

    private final LeaseStore leases;

    public GetLeaseHandler() {
        this(Platform.lambda());
    }

    public GetLeaseHandler(Platform platform) {
        super(platform, OPERATION);
        this.leases = new Stores(platform).leases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LeaseId> id = input.path("id", Fields.LEASE_ID);
        input.verify();

        Ownership<UserId> ownership = Ownership.of(request, Scopes.SELF, UserId::parse);
        Optional<LeaseRecord> found = leases.getLease(id.get());
        if (found.isEmpty()) {
            return Problems.leaseNotFound(id.get(), ownership);
        }
        return ownership.owner().map(found.get().lease()::isSharedWith).orElse(true)
                ? HttpResponse.ok(LeaseView.of(found.get()))
                : Ownership.refusal();
    }
}
