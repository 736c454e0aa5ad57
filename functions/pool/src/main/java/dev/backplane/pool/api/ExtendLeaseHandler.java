package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Ownership;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.ExtendOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.UserId;
import dev.backplane.pool.store.LeaseStore;
import dev.backplane.pool.store.Stores;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Extends a lease. */
public final class ExtendLeaseHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of(
                    "ExtendLease", List.of(Scopes.WRITE, Scopes.SELF), "PATCH /pool/leases/{id}")
            .withSnapshot();

    private final LeaseStore leases;

    public ExtendLeaseHandler() {
        this(Platform.lambda());
    }

    public ExtendLeaseHandler(Platform platform) {
        super(platform, OPERATION);
        this.leases = new Stores(platform).leases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LeaseId> id = input.path("id", Fields.LEASE_ID);
        Supplier<Integer> minutes = input.body("extendMinutes", Fields.EXTENSION);
        input.verify();

        Ownership<UserId> ownership = Ownership.of(request, Scopes.SELF, UserId::parse);
        return switch (leases.extendLease(
                id.get(), Duration.ofMinutes(minutes.get()), ownership.owner(), request.actor())) {
            case ExtendOutcome.Extended(Lease lease) -> HttpResponse.ok(LeaseView.of(lease));
            case ExtendOutcome.NotActive(EndedLease ended) -> Problems.leaseNotActive(ended);
            case ExtendOutcome.BeyondLimits(Lease lease) -> beyondLimits(lease);
            case ExtendOutcome.OtherUser _ -> Ownership.refusal();
            case ExtendOutcome.NotFound _ -> Problems.leaseNotFound(id.get(), ownership);
        };
    }

    private static HttpResponse beyondLimits(Lease lease) {
        LeaseLimits limits = lease.limits();
        Problem problem = Problem.of(
                        422,
                        "EXTENSION_LIMIT",
                        "The lease may last at most " + limits.longest().toMinutes()
                                + " minutes in total, and may be extended at most " + limits.maxExtensions()
                                + " times.")
                .with("extensions", new Num(Integer.toString(lease.extensions())))
                .with("maxExtensions", new Num(Integer.toString(limits.maxExtensions())));
        // A lease without an expiry has nothing to extend.
        return HttpResponse.problem(
                lease.expires().equals(Lease.NEVER)
                        ? problem
                        : problem.with("expiresAt", Times.format(lease.expires()))
                                .with("latestExpiresAt", Times.format(lease.latestExpires())));
    }
}
