package dev.backplane.platform.http;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.http.HttpResponse.Refusal;
import java.util.Optional;
import java.util.function.Function;

/**
 * The resources that the token of a request can access.
 *
 * <p>A token with a scope of the operation other than {@code self} can access the resources of every owner. A token
 * with only {@code self} can access the resources of its own caller id.
 *
 * @param owner the only owner, or empty if every owner is allowed
 */
public record Ownership<T>(Optional<T> owner) {

    /**
     * Reads the token of a request.
     *
     * <p>A token with only {@code self} that names no caller is refused, before anything is read.
     *
     * @param self the scope that is restricted to the caller's own resources
     * @param parse turns a caller id, which is in lower case, into an owner; an id that is not a valid owner owns nothing
     *     and is refused
     */
    public static <T> Ownership<T> of(HttpRequest request, Scope self, Function<String, T> parse) {
        for (Scope scope : request.operation().scopes()) {
            if (!scope.equals(self) && request.isAllowed(scope)) {
                return new Ownership<>(Optional.empty());
            }
        }
        try {
            return new Ownership<>(Optional.of(
                    parse.apply(request.callerId().orElseThrow(() -> new InvalidValueException("names no caller")))));
        } catch (InvalidValueException e) {
            throw refusal().problem().asException();
        }
    }

    public boolean includes(T other) {
        return owner.isEmpty() || owner.get().equals(other);
    }

    /** Returns the response to requests for other owners' resources; it does not reveal whether they exist. */
    public static Refusal refusal() {
        return HttpResponse.problem(403, "FORBIDDEN", "This token can only access its own subject's resources.");
    }
}
