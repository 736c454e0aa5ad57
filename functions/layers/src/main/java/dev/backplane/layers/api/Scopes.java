package dev.backplane.layers.api;

import dev.backplane.platform.http.Scope;

/** The service's scopes. */
final class Scopes {

    static final Scope READ = Scope.of("layers", "read");
    static final Scope WRITE = Scope.of("layers", "write");
    static final Scope ADMIN = Scope.of("layers", "admin");

    private Scopes() {}
}
