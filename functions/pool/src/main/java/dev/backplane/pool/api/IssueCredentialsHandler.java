package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsRefusalException;
import dev.backplane.platform.aws.RoleSession;
import dev.backplane.platform.aws.SessionCredentials;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Ownership;
import dev.backplane.pool.AccessOutcome;
import dev.backplane.pool.AccessSettings;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.UserId;
import dev.backplane.pool.access.AccountSessions;
import dev.backplane.pool.store.AccessStore;
import dev.backplane.pool.store.Stores;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Issues credentials for the account of a lease. */
public final class IssueCredentialsHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("IssueCredentials", List.of(Scopes.WRITE, Scopes.SELF), "POST /pool/leases/{id}/credentials");

    private final AccessStore access;
    private final Optional<AccountSessions> sessions;

    public IssueCredentialsHandler() {
        this(Platform.lambda());
    }

    public IssueCredentialsHandler(Platform platform) {
        super(platform, OPERATION);
        this.access = new Stores(platform).access();
        this.sessions =
                AccessSettings.from(platform.settings()).map(settings -> new AccountSessions(platform, settings));
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<LeaseId> id = input.path("id", Fields.LEASE_ID);
        Supplier<Optional<Integer>> minutes = input.optionalBody("durationMinutes", Fields.SESSION_MINUTES);
        input.verify();

        Ownership<UserId> people = Ownership.of(request, Scopes.SELF, UserId::parse);
        Duration duration = minutes.get().map(Duration::ofMinutes).orElse(RoleSession.LONGEST);
        AccessOutcome found = access.getAccess(id.get(), people.owner());
        if (!(found instanceof AccessOutcome.Permitted(Lease lease))) {
            return refusal(found, id.get(), people);
        }
        if (sessions.isEmpty()) {
            return Problems.accessNotConfigured();
        }
        // Recorded first, so that the end of the lease revokes the session even if this function ends now.
        AccessOutcome recorded = access.recordIssue(lease, people.owner());
        if (!(recorded instanceof AccessOutcome.Permitted(Lease issued))) {
            return refusal(recorded, id.get(), people);
        }
        try {
            SessionCredentials credentials = sessions.get().create(issued, request.actor(), duration);
            // The lease may have ended meanwhile, and the revocation may have missed this session.
            AccessOutcome still = access.getAccess(id.get(), people.owner());
            return still instanceof AccessOutcome.Permitted
                    ? HttpResponse.ok(CredentialsView.of(
                            credentials, issued, sessions.get().accessRole(issued.account())))
                    : refusal(still, id.get(), people);
        } catch (AwsRefusalException e) {
            return Problems.deniedByAccount(issued.account(), e);
        }
    }

    private static HttpResponse refusal(AccessOutcome outcome, LeaseId id, Ownership<UserId> people) {
        return switch (outcome) {
            case AccessOutcome.NotActive(EndedLease ended) -> Problems.leaseNotActive(ended);
            case AccessOutcome.OtherUser _ -> Ownership.refusal();
            case AccessOutcome.NotFound _ -> Problems.leaseNotFound(id, people);
            case AccessOutcome.Permitted _ -> throw new IllegalStateException("the access is permitted");
        };
    }
}
