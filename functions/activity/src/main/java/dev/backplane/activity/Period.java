package dev.backplane.activity;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The time that a list covers.
 *
 * @param from the first moment; empty for as long as entries are kept
 * @param to the moment before which it ends; empty for now
 */
public record Period(Optional<Instant> from, Optional<Instant> to) {

    /** The clocks of publishers may be ahead of the reader's. */
    private static final Duration TOLERANCE = Duration.ofHours(1);

    /** A period with both ends. */
    public record Bounds(Instant from, Instant to) {}

    /** Returns the part of the period in which there can be entries. */
    public Bounds at(Instant now) {
        Instant oldest = now.minus(Entry.RETENTION);
        Instant newest = now.plus(TOLERANCE);
        return new Bounds(
                from.filter(oldest::isBefore).orElse(oldest),
                to.filter(newest::isAfter).orElse(newest));
    }
}
