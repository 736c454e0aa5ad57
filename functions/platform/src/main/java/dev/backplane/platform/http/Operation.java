package dev.backplane.platform.http;

import java.util.List;
import java.util.stream.Stream;

/**
 * One operation of an HTTP service, declared beside its handler. Infrastructure, tests and API descriptions read it.
 *
 * @param name in PascalCase; names the function, its metrics and its operation in the API description
 * @param scopes the token must have one of them; if they allow different things, the handler checks which one
 * @param snapshot whether the function starts from a snapshot, because callers wait for it often
 */
public record Operation(String name, List<Scope> scopes, List<Route> routes, boolean snapshot) {

    public Operation {
        scopes = List.copyOf(scopes);
        routes = List.copyOf(routes);
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("operation without a scope: " + name);
        }
    }

    /** Declares an operation by its route keys. */
    public static Operation of(String name, Scope scope, String... routeKeys) {
        return of(name, List.of(scope), routeKeys);
    }

    /** Declares an operation that any of several scopes allows. */
    public static Operation of(String name, List<Scope> scopes, String... routeKeys) {
        return new Operation(
                name, scopes, Stream.of(routeKeys).map(Route::parse).toList(), false);
    }

    /** Returns the same operation with a function that starts from a snapshot. */
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
