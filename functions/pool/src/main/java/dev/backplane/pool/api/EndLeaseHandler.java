package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.EndOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.store.LeaseStore;
import dev.backplane.pool.store.Stores;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Ends a lease; its account goes to be cleaned. */
public final class EndLeaseHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of(
                    "EndLease", List.of(Scopes.WRITE, Scopes.SELF), "DELETE /pool/leases/{id}")
            .withSnapshot();

    private final LeaseStore leases;

    public EndLeaseHandler() {
        this(Platform.lambda());
    }

    public EndLeaseHandler(Platform platform) {
        super(platform, OPERATION);
        this.leases = new Stores(platform).leases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LeaseId> id = input.path("id", Fields.LEASE_ID);
        Supplier<Optional<EndReason>> reason = input.optionalQuery("reason", Fields.REASON);
        input.verify();

        Owner owner = Owner.of(request, Scopes.WRITE);
        EndReason why = reason.get().orElse(EndReason.RELEASED);
        // To revoke is an operator's word: a person gives back what is theirs.
        if (why == EndReason.REVOKED && owner.user().isPresent()) {
            return Problems.notTheirs();
        }
        return switch (leases.endLease(id.get(), why, owner.user())) {
            case EndOutcome.Ended(EndedLease ended, boolean _) ->
                HttpResponse.ok(LeaseView.of(new LeaseRecord.Over(ended)));
            case EndOutcome.NotTheirs _ -> Problems.notTheirs();
            case EndOutcome.NotFound _ -> owner.notFound(id.get());
        };
    }
}
