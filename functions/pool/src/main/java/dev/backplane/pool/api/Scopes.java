package dev.backplane.pool.api;

import dev.backplane.platform.http.Scope;

/** The service's scopes. */
final class Scopes {

    static final Scope READ = Scope.of("pool", "read");
    static final Scope WRITE = Scope.of("pool", "write");
    static final Scope ADMIN = Scope.of("pool", "admin");

    /** For a person, who acts on what is theirs and on nothing else. */
    static final Scope SELF = Scope.of("pool", "self");

    private Scopes() {}
}
