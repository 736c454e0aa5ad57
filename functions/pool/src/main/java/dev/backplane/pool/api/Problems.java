package dev.backplane.pool.api;

import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Ownership;
import dev.backplane.platform.http.Problem;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Hold;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.UserId;

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

    /**
     * Returns the problem for an unknown lease. A token that is restricted to one owner gets the same response for
     * leases of other owners.
     */
    static Refusal leaseNotFound(LeaseId id, Ownership<UserId> ownership) {
        return ownership.owner().isPresent() ? Ownership.refusal() : leaseNotFound(id);
    }
}
