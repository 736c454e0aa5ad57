package dev.backplane.tenants.api;

import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * The run that an operation started.
 *
 * @param execution absent if no run was needed
 * @param version absent for a deletion
 */
@Json
record ExecutionView(
        @Nullable String execution,
        @Nullable String version,
        @Nullable Integer attempt) {}
