package dev.backplane.pool.api;

import dev.backplane.pool.Cleanup;
import io.avaje.jsonb.Json;

/** An attempt to clean an account as callers see it. */
@Json
record AttemptView(String attemptId, int attempt) {

    static AttemptView of(Cleanup cleanup) {
        return new AttemptView(cleanup.attempt().orElseThrow().value(), cleanup.attempts());
    }
}
