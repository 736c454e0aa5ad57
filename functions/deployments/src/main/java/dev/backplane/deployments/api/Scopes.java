package dev.backplane.deployments.api;

import dev.backplane.platform.http.Scope;

/** The service's scopes. */
final class Scopes {

    static final Scope READ = Scope.of("deployments", "read");
    static final Scope ADMIN = Scope.of("deployments", "admin");
    static final Scope WRITE = Scope.of("deployments", "write");

    private Scopes() {}
}
