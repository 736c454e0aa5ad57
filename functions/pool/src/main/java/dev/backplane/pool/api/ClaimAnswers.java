package dev.backplane.pool.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Problem;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseRecord;
import java.time.Duration;
import java.util.Map;

/** What a request for a lease is answered. */
final class ClaimAnswers {

    private ClaimAnswers() {}

    static HttpResponse of(Claim claim, ClaimOutcome outcome) {
        return switch (outcome) {
            case ClaimOutcome.Leased(Lease lease) ->
                HttpResponse.created("/pool/leases/" + lease.id(), LeaseView.of(new LeaseRecord.Active(lease)));
            case ClaimOutcome.Repeated(Lease lease) -> HttpResponse.ok(LeaseView.of(new LeaseRecord.Active(lease)));
            case ClaimOutcome.RepeatedLate(EndedLease ended) ->
                HttpResponse.ok(LeaseView.of(new LeaseRecord.Over(ended)));
            case ClaimOutcome.OtherTerms(LeaseId lease) ->
                refusal(
                        "IDEMPOTENCY_MISMATCH",
                        "An earlier request under the same Idempotency-Key asked for something else.",
                        lease);
            case ClaimOutcome.HasLease(LeaseId lease) ->
                refusal("USER_HAS_LEASE", "The user has a lease; a user can have one at a time.", lease);
            case ClaimOutcome.UnreadableUser _ ->
                HttpResponse.problem(
                        409,
                        "USER_UNREADABLE",
                        "The user's record cannot be read; an operator can mend it with POST /pool/verify.");
            case ClaimOutcome.UnknownUser _ -> Problems.userNotFound(claim.user());
            case ClaimOutcome.NoAccount(Duration retryAfter) -> noAccount(retryAfter);
            case ClaimOutcome.AccountTaken(AccountId account) ->
                HttpResponse.problem(
                        Problem.of(409, "ACCOUNT_NOT_AVAILABLE", "Account " + account + " is not available.")
                                .with("accountId", account.value()));
        };
    }

    private static Refusal refusal(String code, String detail, LeaseId lease) {
        return HttpResponse.problem(Problem.of(409, code, detail).with("leaseId", lease.value()));
    }

    private static Refusal noAccount(Duration retryAfter) {
        return new Refusal(
                Problem.of(409, "NO_ACCOUNT_AVAILABLE", "No account of the pool is available right now."),
                Map.of("retry-after", Long.toString(Math.max(1, retryAfter.toSeconds()))));
    }
}
