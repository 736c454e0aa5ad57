package dev.backplane.userdata;

import java.time.Instant;
import java.util.Optional;

/**
 * An app that stores data for users.
 *
 * @param quotaBytes the largest total size of the values of one user; empty if there is no limit
 * @param feed the id of the feed of changes, a new one each time that it is switched on; empty if it is off
 * @param events whether changes are published as events
 */
public record App(
        AppName name,
        Optional<Long> quotaBytes,
        Optional<String> feed,
        boolean events,
        Instant createdAt,
        Instant updatedAt) {

    /** Returns whether a write records more than the value and the counters. */
    public boolean records() {
        return feed.isPresent() || events;
    }
}
