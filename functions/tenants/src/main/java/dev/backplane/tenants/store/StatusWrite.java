package dev.backplane.tenants.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.tenants.store.Attributes.RUN_STATUS;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.SUSPENDED_AT;

import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import java.util.Optional;

/**
 * Where a run records the status of its tenant. While the tenant is suspended, its status says so, and the run records what
 * the status is without the suspension. A write finds out by its condition.
 */
enum StatusWrite {
    /** As the status; the tenant must not be suspended. */
    SHOWN(STATUS, absent(SUSPENDED_AT)),
    /** Beside the status; the tenant must be suspended. */
    HIDDEN(RUN_STATUS, exists(SUSPENDED_AT));

    private final String attribute;

    @SuppressWarnings("ImmutableEnumChecker") // a condition does not change
    private final Condition condition;

    StatusWrite(String attribute, Condition condition) {
        this.attribute = attribute;
        this.condition = condition;
    }

    String attribute() {
        return attribute;
    }

    Condition condition() {
        return condition;
    }

    /**
     * Returns the write to try after this one was refused; empty if it was refused for another reason than a suspension or
     * its end.
     *
     * @param profile the row that did not meet the condition
     */
    Optional<StatusWrite> after(Optional<Item> profile) {
        StatusWrite needed = profile.filter(AccessRows::isSuspended).isPresent() ? HIDDEN : SHOWN;
        return needed == this ? Optional.empty() : Optional.of(needed);
    }
}
