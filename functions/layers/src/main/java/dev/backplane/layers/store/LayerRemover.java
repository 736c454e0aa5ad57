package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.DELETE_FAILED;
import static dev.backplane.layers.store.Attributes.DEPLOY_STATUS;
import static dev.backplane.layers.store.Attributes.EXPIRES;
import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.MAX_VERSION;

import dev.backplane.layers.DeleteOutcome;
import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayersSettings;
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
import java.util.NavigableSet;
import java.util.Optional;

/** Deletes the rows of layer versions; the deletion of the layers themselves follows from the table's stream. */
final class LayerRemover {

    /** The number of attempts that may find a latest version without its pointer before this is a fault. */
    private static final int MAX_MISMATCHES = 3;

    private final Dynamo dynamo;
    private final String table;
    private final int keepLatest;
    private final Clock clock;
    private final Pointers pointers;
    private final Predecessors predecessors;

    LayerRemover(Dynamo dynamo, LayersSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.keepLatest = settings.keepLatest();
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
            Action row = remove(removal, LayerRows.has(DeployStatus.DEPRECATED).and(Condition.exists(EXPIRES)));
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
            Layer layer = LayerRows.toLayer(current.get());
            if (layer.lifetime().isHeld(Times.now(clock))) {
                return new Attempt.Done<>(new DeleteOutcome.Held());
            }
            return switch (layer.status()) {
                case DELETED -> new Attempt.Done<>(new DeleteOutcome.AlreadyDeleted());
                case DELETE_FAILED -> removeNote();
                case DEPRECATED -> layer.expires().isEmpty() ? removeKept() : new Attempt.Lost<>();
                case LATEST -> promotePrevious ? replace() : new Attempt.Done<>(new DeleteOutcome.LatestVersion());
            };
        }

        /** Deletes a version that does not expire; the one below the kept ones takes its place. */
        private Attempt<DeleteOutcome> removeKept() {
            Item pointer = pointers.read(LayerKey.pointer(key.id())).orElse(Item.EMPTY);
            NavigableSet<Long> kept = LayerRows.keptIn(pointer);
            Transaction transaction = new Transaction();
            remove(transaction, LayerRows.has(DeployStatus.DEPRECATED).and(Condition.absent(EXPIRES)));
            if (kept.remove(key.version())) {
                long lowest = kept.isEmpty() ? key.version() : Math.min(key.version(), kept.first());
                if (!refill(transaction, kept, lowest)) {
                    return new Attempt.Lost<>();
                }
                pointers.move(transaction, LayerRows.keeping(pointer, kept), Optional.of(pointer));
            }
            return switch (dynamo.transact(transaction)) {
                case Transaction.Committed _ -> new Attempt.Done<>(new DeleteOutcome.Deleted(Optional.empty()));
                case Transaction.Refused _ -> new Attempt.Lost<>();
            };
        }

        /**
         * Takes the expiry from the newest version that has one, if too few versions are kept.
         *
         * @param kept the versions that are kept, to which it is added
         * @param lowest the lowest version that was kept so far
         * @return whether the version was found or there is none
         */
        private boolean refill(Transaction transaction, NavigableSet<Long> kept, long lowest) {
            if (kept.size() >= keepLatest - 1) {
                return true;
            }
            return switch (predecessors.below(new LayerKey(key.id(), lowest), Times.now(clock))) {
                case Search.Found(Layer next) -> {
                    kept.add(next.version());
                    update(transaction, next, next.with(next.lifetime().unlimited()));
                    yield true;
                }
                case Search.Nothing _ -> true;
                case Search.Unsettled _ -> false;
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
            return switch (predecessors.below(key, Times.now(clock))) {
                case Search.Found(Layer previous) -> replaceBy(previous, pointer.get());
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

        private Attempt<DeleteOutcome> replaceBy(Layer previous, Item pointer) {
            Transaction transaction = new Transaction();
            remove(transaction, LayerRows.has(DeployStatus.LATEST));
            update(transaction, previous, previous.promoted());
            NavigableSet<Long> kept = LayerRows.keptIn(pointer);
            kept.remove(previous.version());
            if (!refill(transaction, kept, kept.isEmpty() ? previous.version() : kept.first())) {
                return new Attempt.Lost<>();
            }
            Item next = LayerRows.toPointer(previous.promoted(), pointer.number(MAX_VERSION), kept);
            pointers.move(transaction, next, Optional.of(pointer));
            return switch (dynamo.transact(transaction)) {
                case Transaction.Committed _ ->
                    new Attempt.Done<>(new DeleteOutcome.Deleted(Optional.of(previous.version())));
                case Transaction.Refused _ -> new Attempt.Lost<>();
            };
        }

        /**
         * Deletes the row unless it is held, and records by whom: the stream's record of the deletion, which starts the
         * rest, does not.
         */
        private Action remove(Transaction transaction, Condition condition) {
            Instant now = Times.now(clock);
            transaction.put(table, Tombstones.deletion(key, cause, now));
            return transaction.delete(table, key.attributes(), condition.and(Lifetimes.notHeld(now)));
        }

        /** Changes status and lifetime of another version, if it is still as it was read. */
        private void update(Transaction transaction, Layer before, Layer after) {
            LayerKey other = new LayerKey(before.id(), before.version());
            ItemUpdate update = Attributes.cause(new ItemUpdate(), cause)
                    .set(DEPLOY_STATUS, Values.text(after.status().value()))
                    .onlyIf(Lifetimes.unchanged(before));
            transaction.update(table, other.attributes(), Lifetimes.write(update, other, after.lifetime()));
        }
    }
}
