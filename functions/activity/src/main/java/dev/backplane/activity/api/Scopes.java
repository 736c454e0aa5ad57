package dev.backplane.activity.api;

import dev.backplane.activity.ActivitySettings;
import dev.backplane.platform.http.Scope;

/** The service's scopes. */
final class Scopes {

    static final Scope READ = Scope.of(ActivitySettings.SERVICE, "read");

    private Scopes() {}
}
