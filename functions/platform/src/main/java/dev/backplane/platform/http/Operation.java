package dev.backplane.platform.http;

import java.util.List;
import java.util.stream.Stream;

/**
 * One operation of an HTTP service, declared beside its handler and read by everything that wires or describes it.
 *
 * @param name in PascalCase; names the function, its metrics and its operation in the API description
 * @param scopes one of which a token must have; where what they allow differs, the handler asks which it has
 * @param snapshot whether the function starts from a snapshot, because callers wait for it often
 */
public record Operation(String name, List<Scope> scopes, List<Route> routes, boolean snapshot) {

    public Operation {
        scopes = List.copyOf(scopes);
        routes = List.copyOf(routes);
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("an operation that no scope is needed for: " + name);
        }
    }

    /** Declares an operation by its route keys. */
    public static Operation of(String name, Scope scope, String... routeKeys) {
        return of(name, List.of(scope), routeKeys);
    }

    /** Declares an operation that each of several scopes allows. */
    public static Operation of(String name, List<Scope> scopes, String... routeKeys) {
        return new Operation(
                name, scopes, Stream.of(routeKeys).map(Route::parse).toList(), false);
    }

    /** Returns the same operation, with a function that starts from a snapshot. */
    public Operation withSnapshot() {
        return new Operation(name, scopes, routes, true);
    }

    /** Returns the service that the operation belongs to. */
    public String service() {
        return scopes.getFirst().service();
    }

    /** Returns the scopes as tokens carry them. */
    public List<String> fullScopes() {
        return scopes.stream().map(Scope::full).toList();
    }
}
