package dev.backplane.pool.api;

import dev.backplane.platform.Times;
import dev.backplane.platform.aws.AwsRefusalException;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Ownership;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.log.Invocation;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Hold;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.Revocation;
import dev.backplane.pool.UserId;
import dev.backplane.pool.access.AccountSessions;

/** The problems that several operations return. */
final class Problems {

    private Problems() {}

    static Refusal accountNotFound(AccountId id) {
        return HttpResponse.problem(404, "ACCOUNT_NOT_FOUND", "Account " + id + " is not in the pool.");
    }

    static Refusal accountHeld(AccountId id, Hold hold) {
        Problem problem = Problem.of(409, "ACCOUNT_HELD", "Account " + id + " is held; release it first.")
                .with("since", Times.format(hold.since()));
        return HttpResponse.problem(
                hold.cause().reason().map(why -> problem.with("reason", why)).orElse(problem));
    }

    static Refusal leaseNotFound(LeaseId id) {
        return HttpResponse.problem(404, "LEASE_NOT_FOUND", "There is no lease " + id + ".");
    }

    static Refusal leaseNotActive(EndedLease ended) {
        return HttpResponse.problem(Problem.of(409, "LEASE_NOT_ACTIVE", "The lease has ended.")
                .with("reason", ended.reason().value())
                .with("endedAt", Times.format(ended.at())));
    }

    static Refusal userNotFound(UserId id) {
        return HttpResponse.problem(404, "USER_NOT_FOUND", "There is no user " + id + " in the pool.");
    }

    static Refusal templateNotFound(String name) {
        return HttpResponse.problem(404, "TEMPLATE_NOT_FOUND", "There is no template " + name + ".");
    }

    static Refusal revocationPending(Revocation revocation) {
        return HttpResponse.problem(Problem.of(
                        409,
                        "REVOCATION_PENDING",
                        "Sessions of the last lease of this account have not been revoked yet.")
                .with("since", Times.format(revocation.since())));
    }

    static Refusal accessNotConfigured() {
        return HttpResponse.problem(
                409, "ACCESS_NOT_CONFIGURED", "This stage names no roles in the accounts of the pool.");
    }

    /** Returns the problem for a call that an account refused; a call that was wrong is a fault. */
    static Refusal deniedByAccount(AccountId account, AwsRefusalException refusal) {
        if (!AccountSessions.isRefusalOfAccount(refusal)) {
            throw refusal;
        }
        // The message of AWS names roles of the suite, so that only the log contains it.
        Invocation.recordFailure(refusal);
        return HttpResponse.problem(Problem.of(
                        502,
                        "ACCESS_DENIED_BY_ACCOUNT",
                        "Account " + account + " refused access: " + refusal.code() + ".")
                .with("accountId", account.value())
                .with("reason", refusal.code()));
    }

    /**
     * Returns the problem for an unknown lease. A token that is restricted to one owner gets the same response for
     * leases of other owners.
     */
    static Refusal leaseNotFound(LeaseId id, Ownership<UserId> ownership) {
        return ownership.owner().isPresent() ? Ownership.refusal() : leaseNotFound(id);
    }
}
