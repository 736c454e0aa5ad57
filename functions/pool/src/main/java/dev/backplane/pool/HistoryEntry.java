package dev.backplane.pool;

import java.time.Instant;
import java.util.Optional;

/**
 * One change of an account's state.
 *
 * @param eventId the id of the stream record, which may be delivered more than once
 * @param from empty if it was added
 * @param to empty if it was removed
 */
public record HistoryEntry(
        String eventId,
        Instant at,
        Optional<String> from,
        Optional<String> to,
        Optional<String> lease,
        Optional<String> attempt) {}
