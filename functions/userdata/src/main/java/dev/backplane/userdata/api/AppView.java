package dev.backplane.userdata.api;

import dev.backplane.platform.Times;
import dev.backplane.userdata.App;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * An app as callers see it; the quota is null when there is none.
 *
 * @param changes whether the app has a feed of changes
 * @param events whether changes are published as events
 */
@Json
record AppView(
        String name, @Nullable Long quotaBytes, boolean changes, boolean events, String createdAt, String updatedAt) {

    static AppView of(App app) {
        return new AppView(
                app.name().value(),
                app.quotaBytes().orElse(null),
                app.feed().isPresent(),
                app.events(),
                Times.format(app.createdAt()),
                Times.format(app.updatedAt()));
    }
}
