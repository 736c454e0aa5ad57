package dev.backplane.tenants.api;

import dev.backplane.platform.http.Scope;

/** The service's scopes. */
final class Scopes {

    static final Scope READ = Scope.of("tenants", "read");
    static final Scope WRITE = Scope.of("tenants", "write");
    static final Scope SELF = Scope.of("tenants", "self");
    static final Scope ADMIN = Scope.of("tenants", "admin");

    private Scopes() {}
}
