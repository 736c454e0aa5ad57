package dev.backplane.pool;

import dev.backplane.platform.Cause;
import java.time.Instant;
import java.util.Optional;

/**
 * One change of an account's state, or of its hold.
 *
 * @param eventId the id of the stream record, which may be delivered more than once
 * @param from empty when it was added
 * @param to empty when it was removed
 * @param hold what happened to its hold, if anything
 * @param cause who changed it, and why; empty in old entries
 */
public record HistoryEntry(
        String eventId,
        Instant at,
        Optional<String> from,
        Optional<String> to,
        Optional<String> lease,
        Optional<String> attempt,
        Optional<HoldChange> hold,
        Optional<Cause> cause) {}
