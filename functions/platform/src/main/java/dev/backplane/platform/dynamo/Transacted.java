package dev.backplane.platform.dynamo;

import dev.backplane.platform.dynamo.Transaction.Action;
import java.util.List;
import java.util.Optional;

/** The outcome of a transaction. */
public sealed interface Transacted {

    /** All actions were written. */
    record Committed() implements Transacted {}

    /**
     * Nothing was written, because at least one condition failed.
     *
     * @param reasons one for each action, in the order of the transaction
     */
    record Refused(List<Reason> reasons) implements Transacted {

        /** Returns whether the condition of an action did not hold. */
        public boolean failed(Action action) {
            return reasons.get(action.index()) instanceof Reason.ConditionFailed;
        }

        /** Returns whether the condition of an action held; a conflict with another write leaves that open. */
        public boolean held(Action action) {
            return reasons.get(action.index()) instanceof Reason.None;
        }

        /** Returns the current item of an action whose condition did not hold, if it exists. */
        public Optional<Item> current(Action action) {
            return reasons.get(action.index()) instanceof Reason.ConditionFailed(Optional<Item> current)
                    ? current
                    : Optional.empty();
        }
    }

    /** Why an action failed its transaction. */
    sealed interface Reason {

        /** The action did not fail. */
        record None() implements Reason {}

        /** Its condition did not hold for the current item. */
        record ConditionFailed(Optional<Item> current) implements Reason {}

        /** Another write was in progress, or DynamoDB throttled: the same action may succeed later. */
        record Transient(String code) implements Reason {}
    }
}
