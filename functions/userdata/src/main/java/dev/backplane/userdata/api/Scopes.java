package dev.backplane.userdata.api;

import dev.backplane.platform.http.Scope;
import java.util.List;

/** The service's scopes. */
final class Scopes {

    /** For users, who can only access their own data. */
    static final Scope SELF = Scope.of("userdata", "self");

    /** A service that acts for any user. */
    static final Scope SERVICE = Scope.of("userdata", "service");

    static final Scope ADMIN = Scope.of("userdata", "admin");

    /** The scopes of operations on the data of users. */
    static final List<Scope> USERS = List.of(SELF, SERVICE, ADMIN);

    private Scopes() {}
}
