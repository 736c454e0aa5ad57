package dev.backplane.tenants.api;

import dev.backplane.platform.Times;
import dev.backplane.tenants.Redrive;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** A redrive of dead letters as callers see it. */
@Json
record RedriveView(
        String status,
        long movedMessages,
        @Nullable Long totalMessages,
        String startedAt,
        @Nullable String failureReason,
        @Nullable String taskHandle) {

    static RedriveView of(Redrive redrive) {
        return new RedriveView(
                redrive.status(),
                redrive.moved(),
                redrive.total().orElse(null),
                Times.format(redrive.started()),
                redrive.failure().orElse(null),
                redrive.handle().orElse(null));
    }
}
