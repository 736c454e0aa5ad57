package dev.backplane.platform.dynamo;

import java.util.Optional;

/** What came of a write that had a condition. */
public sealed interface Write {

    /**
     * The condition held and the item is written.
     *
     * @param returned the item that the request asked to get back
     */
    record Applied(Optional<Item> returned) implements Write {}

    /**
     * The condition did not hold and nothing is written.
     *
     * @param current the item as it stands, which tells why without another read
     */
    record Refused(Optional<Item> current) implements Write {}
}
