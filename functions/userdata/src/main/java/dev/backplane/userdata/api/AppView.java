package dev.backplane.userdata.api;

import dev.backplane.platform.Times;
import dev.backplane.userdata.App;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** An app as callers see it; the quota is null when there is none. */
@Json
record AppView(String name, @Nullable Long quotaBytes, String createdAt, String updatedAt) {

    static AppView of(App app) {
        return new AppView(
                app.name().value(),
                app.quotaBytes().orElse(null),
                Times.format(app.createdAt()),
                Times.format(app.updatedAt()));
    }
}
