package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.MAX_VERSION;

import dev.backplane.layers.DeleteOutcome;
import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.store.Predecessors.Search;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Takes the rows of layer versions away; the table's stream has the layers themselves deleted. */
final class LayerRemover {

    /** How often a latest version may be found without its pointer before somebody has to look. */
    private static final int MOST_STRAYS = 3;

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

    DeleteOutcome delete(LayerKey key, boolean promotePrevious) {
        return dynamo.retry().run(new Removal(key, promotePrevious)::attempt);
    }

    /** The tries to take one version away. */
    private final class Removal {

        private final LayerKey key;
        private final boolean promotePrevious;
        private int strays;

        Removal(LayerKey key, boolean promotePrevious) {
            this.key = key;
            this.promotePrevious = promotePrevious;
        }

        Attempt<DeleteOutcome> attempt() {
            // A transaction even of one write, because a lost answer to it can be asked for again without harm.
            Transaction removal = new Transaction();
            remove(removal, key, DeployStatus.DEPRECATED);
            return switch (dynamo.transact(removal)) {
                case Transacted.Committed _ -> new Attempt.Done<>(new DeleteOutcome.Deleted(Optional.empty()));
                case Transacted.Refused refused -> refused(refused.currentAt(0));
            };
        }

        private Attempt<DeleteOutcome> refused(Optional<Item> current) {
            if (current.isEmpty()) {
                return new Attempt.Done<>(
                        wasThere() ? new DeleteOutcome.AlreadyDeleted() : new DeleteOutcome.NotFound());
            }
            return switch (LayerRows.toLayer(current.get()).status()) {
                case DELETED -> new Attempt.Done<>(new DeleteOutcome.AlreadyDeleted());
                case DELETE_FAILED -> removeNote();
                case DEPRECATED -> new Attempt.Lost<>();
                case LATEST -> promotePrevious ? replace() : new Attempt.Done<>(new DeleteOutcome.LatestVersion());
            };
        }

        /** The end of the note has the deletion tried again, as the end of a live row has it tried. */
        private Attempt<DeleteOutcome> removeNote() {
            Transaction removal = new Transaction()
                    .delete(
                            table,
                            key.attributes(),
                            delete -> delete.conditionExpression("attribute_exists(dltFldDt)"));
            return switch (dynamo.transact(removal)) {
                case Transacted.Committed _ -> new Attempt.Done<>(new DeleteOutcome.Deleted(Optional.empty()));
                case Transacted.Refused _ -> new Attempt.Lost<>();
            };
        }

        /** Says whether a version without a row had one, which its tombstone has not replaced yet. */
        private boolean wasThere() {
            return pointers.read(LayerKey.pointer(key.id()))
                    .filter(pointer -> pointer.number(MAX_VERSION) >= key.version())
                    .isPresent();
        }

        private Attempt<DeleteOutcome> replace() {
            Optional<Item> pointer = pointers.read(LayerKey.pointer(key.id()))
                    .filter(item -> item.findNumber(LAYER_VERSION).equals(Optional.of(key.version())));
            if (pointer.isEmpty()) {
                return strayed();
            }
            Instant now = Times.now(clock);
            return switch (predecessors.below(key, now)) {
                case Search.Found(Layer previous) -> replaceBy(previous, pointer.get(), now);
                case Search.Nothing _ -> new Attempt.Done<>(new DeleteOutcome.NoPromotableVersion());
                case Search.Unsettled _ -> new Attempt.Lost<>();
            };
        }

        /** Once, the pointer has just moved on; what stays so is a fault and not a race. */
        private Attempt<DeleteOutcome> strayed() {
            strays++;
            if (strays == MOST_STRAYS) {
                throw Pointers.astray(LayerKey.pointer(key.id()), "version " + key.version() + " is latest");
            }
            return new Attempt.Lost<>();
        }

        private Attempt<DeleteOutcome> replaceBy(Layer previous, Item pointer, Instant now) {
            Transaction transaction = new Transaction();
            remove(transaction, key, DeployStatus.LATEST);
            promote(transaction, previous, now);
            Item next = LayerRows.toPointer(previous.promoted(), pointer.number(MAX_VERSION));
            Pointers.move(transaction, table, next, Optional.of(pointer));
            return switch (dynamo.transact(transaction)) {
                case Transacted.Committed _ ->
                    new Attempt.Done<>(new DeleteOutcome.Deleted(Optional.of(previous.version())));
                case Transacted.Refused _ -> new Attempt.Lost<>();
            };
        }
    }

    private void remove(Transaction transaction, LayerKey key, DeployStatus status) {
        transaction.delete(
                table,
                key.attributes(),
                delete -> delete.conditionExpression("dplySts = :status")
                        .expressionAttributeValues(Map.of(":status", Values.text(status.word()))));
    }

    private void promote(Transaction transaction, Layer layer, Instant now) {
        transaction.update(
                table,
                new LayerKey(layer.id(), layer.version()).attributes(),
                update -> update.updateExpression("SET dplySts = :latest REMOVE exDt")
                        .conditionExpression("dplySts = :deprecated AND (attribute_not_exists(exDt) OR exDt > :now)")
                        .expressionAttributeValues(Map.of(
                                ":latest",
                                Values.text(DeployStatus.LATEST.word()),
                                ":deprecated",
                                Values.text(DeployStatus.DEPRECATED.word()),
                                ":now",
                                Values.number(now.getEpochSecond()))));
    }
}
