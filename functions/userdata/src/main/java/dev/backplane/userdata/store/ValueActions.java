package dev.backplane.userdata.store;

import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.userdata.DataKey;

/** The parts of a transaction that write the rows of a value. */
final class ValueActions {

    private ValueActions() {}

    /** Replaces the head row of the expected value. */
    static Action putHead(Transaction transaction, Location location, ExpectedValue expected, NewRow row) {
        return transaction.put(location.table(), row.head(), expected.condition());
    }

    /** Writes the separate row of a value, or deletes that of the value that it replaces. */
    static void putSeparate(Transaction transaction, Location location, ExpectedValue expected, NewRow row) {
        if (row.separate().isPresent()) {
            transaction.put(location.table(), row.separate().get());
        } else {
            deleteSeparate(transaction, location, row.entry().key(), expected);
        }
    }

    /** Deletes the head row of the expected value. */
    static Action deleteHead(Transaction transaction, Location location, DataKey key, ExpectedValue expected) {
        return transaction.delete(location.table(), location.head(key), expected.condition());
    }

    /** Deletes the separate row of the expected value, if it has one. */
    static void deleteSeparate(Transaction transaction, Location location, DataKey key, ExpectedValue expected) {
        if (expected.isSeparate()) {
            transaction.delete(location.table(), location.separate(key));
        }
    }
}
