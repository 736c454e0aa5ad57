package dev.backplane.tenants.api;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.tenants.RunRecord;
import io.avaje.jsonb.Json;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A run in the history of a tenant, as callers see it. */
@Json
record RunView(
        String operation,
        String version,
        String status,
        int attempt,
        int generation,
        String execution,
        @Nullable Actor actor,
        @Nullable String callersReason,
        @Nullable String reason,
        String startedAt,
        @Nullable String endedAt,
        @Nullable Long durationMillis,
        List<RunStepView> steps) {

    static RunView of(RunRecord run) {
        return new RunView(
                run.kind().name(),
                run.version().value(),
                run.status().value(),
                run.attempt(),
                run.generation(),
                run.execution(),
                run.actor().orElse(null),
                run.callersReason().orElse(null),
                run.failure().orElse(null),
                Times.format(run.started()),
                run.ended().map(Times::format).orElse(null),
                run.ended()
                        .map(end -> Duration.between(run.started(), end).toMillis())
                        .orElse(null),
                run.steps().stream().map(RunStepView::of).toList());
    }
}
