package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Item;
import java.util.Optional;

/** The result of one attempt to write a value together with its counters. */
sealed interface CommitResult {

    record Done() implements CommitResult {}

    /** The value is not the expected one. */
    record ValueChanged(Optional<Item> head) implements CommitResult {}

    /** The value is the expected one, and the counters do not allow the write. */
    record UsageRefused(Optional<Item> usage) implements CommitResult {}

    /** The app does not exist, or is being removed. */
    record AppRefused() implements CommitResult {}

    /** Another write was in progress, so that nothing is known about the counters. */
    record Busy() implements CommitResult {}
}
