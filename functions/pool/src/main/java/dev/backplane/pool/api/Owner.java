package dev.backplane.pool.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.Scope;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.UserId;
import java.util.Optional;

/**
 * Whom the token of a request lets act for.
 *
 * @param user the only one, or empty when it is anybody
 */
record Owner(Optional<UserId> user) {

    /** No user has this id, so it stands for a token that names nobody. */
    private static final UserId NOBODY = new UserId("");

    /** Reads the token: with the scope it acts for anybody, with none but {@code self} for its subject. */
    static Owner of(HttpRequest request, Scope everybody) {
        return new Owner(
                request.isAllowed(everybody)
                        ? Optional.empty()
                        : Optional.of(request.subject().map(Owner::parse).orElse(NOBODY)));
    }

    private static UserId parse(String subject) {
        try {
            return UserId.parse(subject);
        } catch (InvalidValueException e) {
            return NOBODY;
        }
    }

    boolean mayActFor(UserId other) {
        return user.filter(own -> !own.equals(other)).isEmpty();
    }

    /** A person is told the same of a lease that is not theirs and of one that is not. */
    Refusal notFound(LeaseId id) {
        return user.isPresent() ? Problems.notTheirs() : Problems.leaseNotFound(id);
    }
}
