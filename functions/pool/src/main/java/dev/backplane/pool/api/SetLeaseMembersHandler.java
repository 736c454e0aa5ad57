package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Ownership;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.MembersOutcome;
import dev.backplane.pool.UserId;
import dev.backplane.pool.store.MemberStore;
import dev.backplane.pool.store.Stores;
import java.util.List;
import java.util.NavigableSet;
import java.util.function.Supplier;

/** Replaces the members of a lease. */
public final class SetLeaseMembersHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("SetLeaseMembers", List.of(Scopes.WRITE, Scopes.SELF), "PUT /pool/leases/{id}/members");

    private final MemberStore members;

    public SetLeaseMembersHandler() {
        this(Platform.lambda());
    }

    public SetLeaseMembersHandler(Platform platform) {
        super(platform, OPERATION);
        this.members = new Stores(platform).members();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LeaseId> id = input.path("id", Fields.LEASE_ID);
        Supplier<NavigableSet<UserId>> people = input.body("members", Fields.MEMBERS);
        input.verify();

        Ownership<UserId> ownership = Ownership.of(request, Scopes.SELF, UserId::parse);
        return switch (members.setMembers(id.get(), people.get(), ownership.owner(), request.actor())) {
            case MembersOutcome.Changed(Lease lease) -> HttpResponse.ok(LeaseView.of(lease));
            case MembersOutcome.NamesOwner _ ->
                HttpResponse.problem(422, "OWNER_IS_MEMBER", "The owner of a lease cannot be one of its members.");
            case MembersOutcome.NotActive(EndedLease ended) -> Problems.leaseNotActive(ended);
            case MembersOutcome.OtherUser _ -> Ownership.refusal();
            case MembersOutcome.NotFound _ -> Problems.leaseNotFound(id.get(), ownership);
        };
    }
}
