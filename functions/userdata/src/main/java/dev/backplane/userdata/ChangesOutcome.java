package dev.backplane.userdata;

import java.util.List;
import java.util.Optional;

/** The outcome of reading a user's feed of changes. */
public sealed interface ChangesOutcome {

    /**
     * Changes in the order in which they were made.
     *
     * @param next the position after them, from which a client continues, now or later
     * @param more whether there are more changes now
     */
    record Changes(List<Changed> items, ChangeCursor next, boolean more) implements ChangesOutcome {}

    /** A change, and the value if it was requested and there is one. */
    record Changed(Change change, Optional<Stored> value) {}

    /** There is no such app. */
    record AppNotFound() implements ChangesOutcome {}

    /** The app has no feed. */
    record Off() implements ChangesOutcome {}

    /**
     * Deletions since the given position may be forgotten, or the feed began again.
     *
     * @param restart the position before the first change
     */
    record CursorExpired(ChangeCursor restart) implements ChangesOutcome {}
}
