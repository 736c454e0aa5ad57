package dev.backplane.pool.api;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.pool.Hold;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** The hold of an account as callers see it. */
@Json
record HoldView(
        String since,
        boolean quarantine,
        Actor actor,
        @Nullable String reason) {

    static HoldView of(Hold hold) {
        Cause cause = hold.cause();
        return new HoldView(
                Times.format(hold.since()),
                hold.quarantine(),
                cause.actor(),
                cause.reason().orElse(null));
    }
}
