package dev.backplane.deployments.api;

import dev.backplane.deployments.Retention;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** A retention policy as callers see it. */
@Json
record RetentionView(
        String project,
        @Nullable Integer keepLast,
        @Nullable Integer keepDays,
        String updatedAt,
        Actor updatedBy) {

    static RetentionView of(Retention policy) {
        return new RetentionView(
                policy.project().value(),
                policy.keepLast().orElse(null),
                policy.keepDays().orElse(null),
                Times.format(policy.updateDate()),
                policy.actor());
    }
}
