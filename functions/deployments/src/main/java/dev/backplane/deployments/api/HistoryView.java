package dev.backplane.deployments.api;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.HistoryEntry;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** An entry of the history of an alias as callers see it. */
@Json
record HistoryView(
        long revision,
        String kind,
        String at,
        @Nullable String deployment,
        @Nullable String previousDeployment,
        @Nullable SplitView split,
        @Nullable String promotion,
        @Nullable Actor actor,
        @Nullable String reason) {

    static HistoryView of(HistoryEntry entry) {
        return new HistoryView(
                entry.revision(),
                entry.kind().value(),
                Times.format(entry.at()),
                entry.deployment().map(DeploymentId::value).orElse(null),
                entry.previous().map(DeploymentId::value).orElse(null),
                entry.split().map(SplitView::of).orElse(null),
                entry.promotion().orElse(null),
                entry.actor().orElse(null),
                entry.reason().orElse(null));
    }
}
