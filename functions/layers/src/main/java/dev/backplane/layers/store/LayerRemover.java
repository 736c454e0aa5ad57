package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.DELETE_FAILED;
import static dev.backplane.layers.store.Attributes.DEPLOY_STATUS;
import static dev.backplane.layers.store.Attributes.EXPIRES;
import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.MAX_VERSION;

import dev.backplane.layers.DeleteOutcome;
import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.store.Predecessors.Search;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** Deletes the rows of layer versions; the deletion of the layers themselves follows from the table's stream. */
final class LayerRemover {

    /** The number of attempts that may find a latest version without its pointer before this is a fault. */
    private static final int MAX_MISMATCHES = 3;

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final Pointers pointers;
    private final Predecessors predecessors;

    LayerRemover(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
        this.pointers = new Pointers(dynamo, table);
        this.predecessors = new Predecessors(dynamo, table);
    }

    DeleteOutcome delete(LayerKey key, boolean promotePrevious, Cause cause) {
        return dynamo.retry().run(new Removal(key, promotePrevious, cause)::attempt);
    }

    /** The attempts to delete one version. */
    private final class Removal {

        private final LayerKey key;
        private final boolean promotePrevious;
        private final Cause cause;
        private int mismatches;

        Removal(LayerKey key, boolean promotePrevious, Cause cause) {
            this.key = key;
            this.promotePrevious = promotePrevious;
            this.cause = cause;
        }

        Attempt<DeleteOutcome> attempt() {
            Transaction removal = new Transaction();
            Action row = remove(removal, LayerRows.has(DeployStatus.DEPRECATED));
            return switch (dynamo.transact(removal)) {
                case Transaction.Committed _ -> new Attempt.Done<>(new DeleteOutcome.Deleted(Optional.empty()));
                case Transaction.Refused refused -> refused(refused.current(row));
            };
        }

        private Attempt<DeleteOutcome> refused(Optional<Item> current) {
            if (current.isEmpty()) {
                return new Attempt.Done<>(
                        existed() ? new DeleteOutcome.AlreadyDeleted() : new DeleteOutcome.NotFound());
            }
            return switch (LayerRows.toLayer(current.get()).status()) {
                case DELETED -> new Attempt.Done<>(new DeleteOutcome.AlreadyDeleted());
                case DELETE_FAILED -> removeNote();
                case DEPRECATED -> new Attempt.Lost<>();
                case LATEST -> promotePrevious ? replace() : new Attempt.Done<>(new DeleteOutcome.LatestVersion());
            };
        }

        /** Deletes the note of a failed deletion, which starts the deletion again as the deletion of a live row does. */
        private Attempt<DeleteOutcome> removeNote() {
            Transaction removal = new Transaction();
            remove(removal, Condition.exists(DELETE_FAILED));
            return switch (dynamo.transact(removal)) {
                case Transaction.Committed _ -> new Attempt.Done<>(new DeleteOutcome.Deleted(Optional.empty()));
                case Transaction.Refused _ -> new Attempt.Lost<>();
            };
        }

        /** Returns whether a version without a row existed; its tombstone may not be written yet. */
        private boolean existed() {
            return pointers.read(LayerKey.pointer(key.id()))
                    .filter(pointer -> pointer.number(MAX_VERSION) >= key.version())
                    .isPresent();
        }

        private Attempt<DeleteOutcome> replace() {
            Optional<Item> pointer = pointers.read(LayerKey.pointer(key.id()))
                    .filter(item -> item.findNumber(LAYER_VERSION).equals(Optional.of(key.version())));
            if (pointer.isEmpty()) {
                return mismatch();
            }
            Instant now = Times.now(clock);
            return switch (predecessors.below(key, now)) {
                case Search.Found(Layer previous) -> replaceBy(previous, pointer.get(), now);
                case Search.Nothing _ -> new Attempt.Done<>(new DeleteOutcome.NoPromotableVersion());
                case Search.Unsettled _ -> new Attempt.Lost<>();
            };
        }

        /** Retries, because the pointer may have just moved. Fails if it keeps pointing elsewhere. */
        private Attempt<DeleteOutcome> mismatch() {
            mismatches++;
            if (mismatches == MAX_MISMATCHES) {
                throw Pointers.inconsistent(LayerKey.pointer(key.id()), "version " + key.version() + " is latest");
            }
            return new Attempt.Lost<>();
        }

        private Attempt<DeleteOutcome> replaceBy(Layer previous, Item pointer, Instant now) {
            Transaction transaction = new Transaction();
            remove(transaction, LayerRows.has(DeployStatus.LATEST));
            promote(transaction, previous, now, cause);
            Item next = LayerRows.toPointer(previous.promoted(), pointer.number(MAX_VERSION));
            pointers.move(transaction, next, Optional.of(pointer));
            return switch (dynamo.transact(transaction)) {
                case Transaction.Committed _ ->
                    new Attempt.Done<>(new DeleteOutcome.Deleted(Optional.of(previous.version())));
                case Transaction.Refused _ -> new Attempt.Lost<>();
            };
        }

        /** Deletes the row, and records by whom: the stream's record of the deletion, which starts the rest, does not. */
        private Action remove(Transaction transaction, Condition condition) {
            transaction.put(table, Tombstones.deletion(key, cause, Times.now(clock)));
            return transaction.delete(table, key.attributes(), condition);
        }
    }

    private void promote(Transaction transaction, Layer layer, Instant now, Cause cause) {
        transaction.update(
                table,
                new LayerKey(layer.id(), layer.version()).attributes(),
                Attributes.cause(new ItemUpdate(), cause)
                        .set(DEPLOY_STATUS, Values.text(DeployStatus.LATEST.value()))
                        .remove(EXPIRES)
                        .onlyIf(LayerRows.has(DeployStatus.DEPRECATED), LayerRows.liveAt(now)));
    }
}
