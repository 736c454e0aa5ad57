package dev.backplane.pool.api;

import dev.backplane.platform.http.Scope;

/** The service's scopes. */
final class Scopes {

    static final Scope READ = Scope.of("pool", "read");
    static final Scope WRITE = Scope.of("pool", "write");
    static final Scope ADMIN = Scope.of("pool", "admin");

    /** For users, who can only access their own leases. */
    static final Scope SELF = Scope.of("pool", "self");

    private Scopes() {}
}
