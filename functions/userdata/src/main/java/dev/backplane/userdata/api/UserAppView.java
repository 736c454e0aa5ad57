package dev.backplane.userdata.api;

import dev.backplane.userdata.Usage;
import dev.backplane.userdata.Usage.Count;
import dev.backplane.userdata.UserApp;
import io.avaje.jsonb.Json;

/** An app that stores data for a user, as callers see it. */
@Json
record UserAppView(String app, long bytes, long reservedBytes, long items, Count json, Count blob) {

    static UserAppView of(UserApp app) {
        Usage usage = app.usage();
        return new UserAppView(
                app.app().value(), usage.bytes(), usage.reserved().bytes(), usage.items(), usage.json(), usage.blob());
    }
}
