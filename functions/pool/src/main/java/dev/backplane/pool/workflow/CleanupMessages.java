package dev.backplane.pool.workflow;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why an account was not cleaned, as callers of the service see it. */
final class CleanupMessages {

    private CleanupMessages() {}

    /** Returns why an attempt failed. */
    static String of(CleanupTask.Build end, Optional<Builds.Found> build) {
        if (end.isTimeout()) {
            return "The build did not end in time.";
        }
        return build.map(found -> switch (found.status()) {
                    case "FAILED" -> "The build failed.";
                    case "FAULT" -> "CodeBuild failed to run the build.";
                    case "TIMED_OUT" -> "The build timed out.";
                    case "STOPPED" -> "The build was stopped.";
                    default -> "The build ended as " + found.status() + ".";
                })
                .orElseGet(() -> "The build could not be run: " + end.error() + ".");
    }

    /** Returns why no further attempt is made. */
    static String ofReason(@Nullable String reason) {
        return switch (reason) {
            case "running" -> "A build could not be stopped.";
            case "pending" -> "The credentials of the last lease could not be revoked.";
            case null, default -> "The cleanup could not be completed.";
        };
    }
}
