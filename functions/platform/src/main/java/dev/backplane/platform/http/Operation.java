package dev.backplane.platform.http;

import java.util.List;
import java.util.stream.Stream;

/**
 * One operation of an HTTP service, declared beside its handler and read by everything that wires or describes it.
 *
 * @param name in PascalCase; names the function, its metrics and its operation in the API description
 */
public record Operation(String name, Scope scope, List<Route> routes) {

    /** Declares an operation by its route keys. */
    public static Operation of(String name, Scope scope, String... routeKeys) {
        return new Operation(name, scope, Stream.of(routeKeys).map(Route::parse).toList());
    }
}
