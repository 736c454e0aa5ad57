package dev.backplane.tenants.api;

import dev.backplane.platform.Times;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.StackVersion;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** The latest run of an operation, as callers see it. */
@Json
record OperationView(
        String operation,
        @Nullable String version,
        String status,
        int attempt,
        int generation,
        String execution,
        @Nullable String reason,
        @Nullable String createdAt,
        String updatedAt) {

    static OperationView of(Audit audit) {
        return new OperationView(
                audit.kind().name(),
                audit.version().map(StackVersion::value).orElse(null),
                audit.status().value(),
                audit.attempt(),
                audit.generation(),
                audit.execution(),
                audit.reason().orElse(null),
                audit.created().map(Times::format).orElse(null),
                Times.format(audit.updated()));
    }
}
