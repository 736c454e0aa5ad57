package dev.backplane.userdata;

import java.util.Optional;

/**
 * What is switched on or off for an app; empty leaves it as it is, off for a new app.
 *
 * @param changes the feed of changes
 * @param events the publication of changes as events
 */
public record AppOptions(Optional<Boolean> changes, Optional<Boolean> events) {

    /** Leaves everything as it is. */
    public static final AppOptions NONE = new AppOptions(Optional.empty(), Optional.empty());
}
