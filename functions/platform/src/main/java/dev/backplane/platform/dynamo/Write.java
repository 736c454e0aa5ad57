package dev.backplane.platform.dynamo;

import java.util.Optional;

/** The outcome of a write that may have a condition. */
public sealed interface Write {

    /**
     * The condition held and the item was written.
     *
     * @param returned the item, if the request asked for it
     */
    record Applied(Optional<Item> returned) implements Write {}

    /**
     * The condition failed and nothing was written.
     *
     * @param current the current item, which shows the reason without another read
     */
    record Refused(Optional<Item> current) implements Write {}
}
