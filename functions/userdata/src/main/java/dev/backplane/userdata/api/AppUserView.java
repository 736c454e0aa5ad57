package dev.backplane.userdata.api;

import dev.backplane.userdata.AppUser;
import dev.backplane.userdata.Realm;
import io.avaje.jsonb.Json;
import java.util.List;

/** A user of an app, as callers see it. */
@Json
record AppUserView(String user, List<String> realms) {

    static AppUserView of(AppUser user) {
        return new AppUserView(
                user.user().value(), user.realms().stream().map(Realm::value).toList());
    }
}
