package dev.backplane.pool.api;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Ownership;
import dev.backplane.pool.EndOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.UserId;
import dev.backplane.pool.store.LeaseStore;
import dev.backplane.pool.store.Stores;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Ends a lease; its account becomes dirty. */
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
        Supplier<Optional<String>> note = input.optionalQuery("note", InputType.reason());
        input.verify();

        Ownership<UserId> ownership = Ownership.of(request, Scopes.SELF, UserId::parse);
        EndReason why = reason.get().orElse(EndReason.RELEASED);
        // Only operators revoke; a user releases their own lease.
        if (why == EndReason.REVOKED && ownership.owner().isPresent()) {
            return Ownership.refusal();
        }
        Cause cause = new Cause(request.actor(), note.get());
        return switch (leases.endLease(id.get(), why, ownership.owner(), cause)) {
            case EndOutcome.Ended(EndedLease ended, boolean _) -> HttpResponse.ok(LeaseView.of(ended));
            case EndOutcome.OtherUser _ -> Ownership.refusal();
            case EndOutcome.NotFound _ -> Problems.leaseNotFound(id.get(), ownership);
        };
    }
}
