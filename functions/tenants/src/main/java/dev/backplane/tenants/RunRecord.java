package dev.backplane.tenants;

import dev.backplane.platform.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A run in the history of a tenant.
 *
 * @param actor who asked for it, or the state machine
 * @param callersReason why the caller asked for it
 * @param failure why it failed
 * @param ended empty while it is running
 */
public record RunRecord(
        OperationKind kind,
        StackVersion version,
        int generation,
        int attempt,
        Status status,
        String execution,
        Optional<Actor> actor,
        Optional<String> callersReason,
        Optional<String> failure,
        Instant started,
        Optional<Instant> ended,
        List<Step> steps) {

    /** A step of a run. */
    public record Step(String name, Instant started, Duration duration) {}
}
