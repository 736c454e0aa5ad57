package dev.backplane.pool.api;

import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.UserId;

/** The service's problems that several operations answer. */
final class Problems {

    private Problems() {}

    static Refusal accountNotFound(AccountId id) {
        return HttpResponse.problem(404, "ACCOUNT_NOT_FOUND", "Account " + id + " is not in the pool.");
    }

    static Refusal leaseNotFound(LeaseId id) {
        return HttpResponse.problem(404, "LEASE_NOT_FOUND", "There is no lease " + id + ".");
    }

    static Refusal userNotFound(UserId id) {
        return HttpResponse.problem(404, "USER_NOT_FOUND", "The pool does not know the user " + id + ".");
    }

    /** Says nothing of what there is. */
    static Refusal notTheirs() {
        return HttpResponse.problem(403, "FORBIDDEN", "The token allows to act on what belongs to its subject only.");
    }
}
