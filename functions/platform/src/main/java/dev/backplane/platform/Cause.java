package dev.backplane.platform;

import java.util.Optional;

/**
 * Who caused a change, and why.
 *
 * @param reason the caller's own words, if any
 */
public record Cause(Actor actor, Optional<String> reason) {

    /** Returns a cause without a reason. */
    public static Cause of(Actor actor) {
        return new Cause(actor, Optional.empty());
    }
}
