package dev.backplane.pool.api;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.pool.CleanupAttempt;
import io.avaje.jsonb.Json;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An attempt to clean an account, and how it ended, as callers see it. */
@Json
record CleanupView(
        String attemptId,
        int attempt,
        String result,
        String startedAt,
        @Nullable String endedAt,
        @Nullable Long durationSeconds,
        @Nullable String message,
        @Nullable String buildId,
        @Nullable String logUrl,
        @Nullable Actor actor) {

    static CleanupView of(CleanupAttempt attempt) {
        Optional<CleanupAttempt.End> end = attempt.end();
        Optional<CleanupAttempt.Report> report = end.map(CleanupAttempt.End::report);
        Optional<CleanupAttempt.Build> build = report.flatMap(CleanupAttempt.Report::build);
        String open = attempt.running() ? "running" : "interrupted";
        return new CleanupView(
                attempt.id().value(),
                attempt.number(),
                report.map(found -> found.succeeded() ? "succeeded" : "failed").orElse(open),
                Times.format(attempt.started()),
                end.map(found -> Times.format(found.at())).orElse(null),
                end.map(found -> Duration.between(attempt.started(), found.at()).toSeconds())
                        .orElse(null),
                report.flatMap(CleanupAttempt.Report::message).orElse(null),
                build.map(CleanupAttempt.Build::id).orElse(null),
                build.flatMap(CleanupAttempt.Build::log).orElse(null),
                end.map(CleanupAttempt.End::actor).orElse(null));
    }
}
