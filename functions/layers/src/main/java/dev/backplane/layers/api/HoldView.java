package dev.backplane.layers.api;

import dev.backplane.layers.Hold;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * The hold of a version as callers see it.
 *
 * @param until when it ends; null if it lasts until it is released
 */
@Json
record HoldView(
        String since,
        @Nullable String until,
        Actor actor,
        @Nullable String reason) {

    static HoldView of(Hold hold) {
        return new HoldView(
                Times.format(hold.since()),
                hold.until().map(Times::format).orElse(null),
                hold.cause().actor(),
                hold.cause().reason().orElse(null));
    }
}
