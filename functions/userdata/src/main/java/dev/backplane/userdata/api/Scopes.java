package dev.backplane.userdata.api;

import dev.backplane.platform.http.Scope;
import java.util.List;

/** The service's scopes. */
final class Scopes {

    /** A person who acts on their own data. */
    static final Scope SELF = Scope.of("userdata", "self");

    /** A service that acts for any user. */
    static final Scope SERVICE = Scope.of("userdata", "service");

    static final Scope ADMIN = Scope.of("userdata", "admin");

    /** Who may act on the data of users. */
    static final List<Scope> USERS = List.of(SELF, SERVICE, ADMIN);

    private Scopes() {}
}
