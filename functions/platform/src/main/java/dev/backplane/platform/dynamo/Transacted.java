package dev.backplane.platform.dynamo;

import java.util.List;
import java.util.Optional;

/** What came of a transaction. */
public sealed interface Transacted {

    /** All of it is written. */
    record Committed() implements Transacted {}

    /**
     * Nothing is written, because at least one condition did not hold.
     *
     * @param reasons one for each action, in the transaction's order
     */
    record Refused(List<Reason> reasons) implements Transacted {

        /** Says whether the condition of the action at an index did not hold. */
        public boolean failedAt(int index) {
            return reasons.get(index) instanceof Reason.ConditionFailed;
        }

        /** Says whether the condition of the action at an index held, which a conflict at its item leaves open. */
        public boolean heldAt(int index) {
            return reasons.get(index) instanceof Reason.None;
        }

        /** Returns the item at an index whose condition did not hold, if it exists. */
        public Optional<Item> currentAt(int index) {
            return reasons.get(index) instanceof Reason.ConditionFailed(Optional<Item> current)
                    ? current
                    : Optional.empty();
        }
    }

    /** Why an action stood in the way of its transaction. */
    sealed interface Reason {

        /** It did not. */
        record None() implements Reason {}

        /** Its condition did not hold for the item as it stands. */
        record ConditionFailed(Optional<Item> current) implements Reason {}

        /** Another write was at the item, or DynamoDB was too busy: the same action may succeed a moment later. */
        record Transient(String code) implements Reason {}
    }
}
