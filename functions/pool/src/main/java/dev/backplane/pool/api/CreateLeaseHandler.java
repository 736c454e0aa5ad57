package dev.backplane.pool.api;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Ownership;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.UserId;
import dev.backplane.pool.store.ClaimStore;
import dev.backplane.pool.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Leases an account to a user. */
public final class CreateLeaseHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of(
                    "CreateLease", List.of(Scopes.WRITE, Scopes.SELF), "POST /pool/leases")
            .withSnapshot();

    private final ClaimStore claims;

    public CreateLeaseHandler() {
        this(Platform.lambda());
    }

    public CreateLeaseHandler(Platform platform) {
        super(platform, OPERATION);
        this.claims = new Stores(platform).claims();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<UserId> user = input.body("userId", Fields.USER_ID);
        Supplier<Optional<Integer>> minutes = input.optionalBody("durationMinutes", Fields.DURATION);
        Supplier<Optional<AccountId>> account = input.optionalBody("accountId", Fields.ACCOUNT_ID);
        Supplier<Optional<String>> template = input.optionalBody("template", Fields.TEMPLATE);
        Supplier<Optional<List<String>>> labels = input.optionalBody("labels", Fields.LABELS);
        Supplier<Optional<IdempotencyKey>> key = input.idempotencyKey();
        input.verify();

        if (!Ownership.of(request, Scopes.SELF, UserId::parse).includes(user.get())) {
            return Ownership.refusal();
        }
        // A person without a verified address has no caller id; then the key belongs to the user.
        String caller = request.callerId().orElse(user.get().value());
        Claim claim = new Claim(
                user.get(),
                new Terms(
                        minutes.get(),
                        account.get(),
                        template.get(),
                        new TreeSet<>(labels.get().orElse(List.of()))),
                key.get().map(value -> LeaseId.of(value, caller)),
                request.actor());
        return response(claim, claims.createLease(claim));
    }

    private static HttpResponse response(Claim claim, ClaimOutcome outcome) {
        return switch (outcome) {
            case ClaimOutcome.Leased(Lease lease) ->
                HttpResponse.created("/pool/leases/" + lease.id(), LeaseView.of(lease));
            case ClaimOutcome.Repeated(Lease lease) -> HttpResponse.ok(LeaseView.of(lease));
            case ClaimOutcome.RepeatedLate(EndedLease ended) -> HttpResponse.ok(LeaseView.of(ended));
            case ClaimOutcome.OtherTerms(LeaseId lease) ->
                conflict(
                        "IDEMPOTENCY_MISMATCH",
                        "An earlier request with the same Idempotency-Key had other parameters.",
                        lease);
            case ClaimOutcome.HasLease(LeaseId lease) ->
                conflict("USER_HAS_LEASE", "The user has a lease; a user can have one at a time.", lease);
            case ClaimOutcome.UnreadableUser _ ->
                HttpResponse.problem(
                        409,
                        "USER_UNREADABLE",
                        "The user's record cannot be read; an operator can repair it with POST /pool/verify.");
            case ClaimOutcome.UnknownTemplate(String name) -> Problems.templateNotFound(name);
            case ClaimOutcome.TooLong(LeaseLimits limits) ->
                HttpResponse.problem(
                        Problem.of(422, "LEASE_TOO_LONG", "The template does not allow a lease of this duration.")
                                .with(
                                        "maxDurationMinutes",
                                        new Num(Long.toString(limits.longest().toMinutes()))));
            case ClaimOutcome.UnknownUser _ -> Problems.userNotFound(claim.user());
            case ClaimOutcome.NoAccount(Optional<Instant> next, Duration retryAfter) -> noAccount(next, retryAfter);
            case ClaimOutcome.AccountTaken(AccountId account) ->
                HttpResponse.problem(
                        Problem.of(409, "ACCOUNT_NOT_AVAILABLE", "Account " + account + " is not available.")
                                .with("accountId", account.value()));
        };
    }

    private static Refusal noAccount(Optional<Instant> next, Duration retryAfter) {
        Problem problem = Problem.of(
                409, "NO_ACCOUNT_AVAILABLE", "No account of the pool, or none with the labels, is available.");
        return new Refusal(
                next.map(at -> problem.with("nextAvailableAt", Times.format(at)))
                        .orElse(problem),
                Map.of("retry-after", Long.toString(retryAfter.toSeconds())));
    }

    private static Refusal conflict(String code, String detail, LeaseId lease) {
        return HttpResponse.problem(Problem.of(409, code, detail).with("leaseId", lease.value()));
    }
}
