package dev.backplane.layers;

import dev.backplane.platform.Cause;
import java.time.Instant;
import java.util.Optional;

/**
 * A hold, which keeps a version from expiring and from being deleted.
 *
 * @param until when it ends; empty if it lasts until it is released
 * @param cause who holds the version, and why
 */
public record Hold(Instant since, Optional<Instant> until, Cause cause) {

    public boolean isActive(Instant now) {
        return until.isEmpty() || until.get().isAfter(now);
    }

    /** Returns whether another hold lasts as long, for the same cause. */
    boolean isLike(Hold other) {
        return until.equals(other.until) && cause.equals(other.cause);
    }
}
