package dev.backplane.tenants.api;

import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * Tells a caller which run was started.
 *
 * @param execution absent when there was nothing to start
 * @param version absent where none is wanted
 */
@Json
record ExecutionView(
        @Nullable String execution,
        @Nullable String version,
        @Nullable Integer attempt) {}
