package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.ACTOR;
import static dev.backplane.layers.store.Attributes.ARCHITECTURES;
import static dev.backplane.layers.store.Attributes.ARN;
import static dev.backplane.layers.store.Attributes.CREATED;
import static dev.backplane.layers.store.Attributes.DELETED;
import static dev.backplane.layers.store.Attributes.DELETE_FAILED;
import static dev.backplane.layers.store.Attributes.DELETE_FAILED_REASON;
import static dev.backplane.layers.store.Attributes.DEPLOY_STATUS;
import static dev.backplane.layers.store.Attributes.EXPIRES;
import static dev.backplane.layers.store.Attributes.LAYER_VERSION;
import static dev.backplane.layers.store.Attributes.PACKAGE_VERSION;
import static dev.backplane.layers.store.Attributes.PK;
import static dev.backplane.layers.store.Attributes.POSTPONED;
import static dev.backplane.layers.store.Attributes.REASON;
import static dev.backplane.layers.store.Attributes.REQUIREMENTS_HASH;
import static dev.backplane.layers.store.Attributes.REQUIREMENTS_TEXT;
import static dev.backplane.layers.store.Attributes.RUNTIMES;
import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Lifetime;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows that replace deleted layer versions. */
public final class Tombstones {

    /** Who deletes what expires or is removed from the table by hand. */
    private static final Cause BY_ITSELF = Cause.of(Actor.system("LayerDeleter"));

    private static final Duration DELETION_KEPT = Duration.ofDays(90);

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    Tombstones(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /** The current state of the row that was deleted. */
    public enum RowState {
        /** No row: delete the layer, then write the tombstone. */
        EMPTY,
        /** The note of a failed deletion: try again to delete the layer. */
        GIVEN_UP,
        /** The tombstone: the layer is deleted. */
        TOMBSTONE,
        /** A live row of the same layer: do not delete the layer. */
        LIVE,
        /** A row of another layer: do not change it. */
        TAKEN
    }

    /** Reads the current state of a row that was deleted. */
    public RowState stateOf(RemovedLayer removed) {
        return dynamo.get(table, removed.key().attributes())
                .map(row -> stateOf(removed, row))
                .orElse(RowState.EMPTY);
    }

    private static RowState stateOf(RemovedLayer removed, Item row) {
        if (!row.findText(ARN).equals(Optional.of(removed.arn().value()))) {
            return RowState.TAKEN;
        }
        if (row.findText(DEPLOY_STATUS).isPresent()) {
            return RowState.LIVE;
        }
        return row.findText(DELETE_FAILED).isPresent() ? RowState.GIVEN_UP : RowState.TOMBSTONE;
    }

    /**
     * Returns whether another live version is registered with the same ARN. This happens if a row was written by hand
     * with the ARN of a registered version.
     */
    public boolean isArnLiveElsewhere(RemovedLayer removed) {
        return dynamo.get(table, LayerKey.mark(removed.arn()))
                .map(LayerRows::holder)
                .filter(holder -> !holder.equals(removed.key()))
                .flatMap(holder -> dynamo.get(table, holder.attributes()))
                .filter(row -> stateOf(removed, row) == RowState.LIVE)
                .isPresent();
    }

    /** Returns the row that tells who deleted a version; it expires when no tombstone can need it any more. */
    static Item deletion(LayerKey key, Cause cause, Instant now) {
        Item.Builder row = LayerRows.keyed(key.deletion())
                .number(EXPIRES, now.plus(DELETION_KEPT).getEpochSecond());
        return Attributes.cause(row, cause).build();
    }

    private Cause causeOf(RemovedLayer removed) {
        return dynamo.get(table, removed.key().deletion())
                .flatMap(row -> row.findActor(ACTOR).map(actor -> new Cause(actor, row.findText(REASON))))
                .orElse(BY_ITSELF);
    }

    /** Writes the old row back as a tombstone, in no index and without expiry. */
    public void write(RemovedLayer removed) {
        put(
                removed,
                ended(causeOf(removed))
                        .text(DELETED, Times.format(Times.now(clock)))
                        .build());
    }

    /** Restores a tombstone that was removed, so that its version and ARN remain recorded as deleted. */
    public void restore(RemovedLayer tombstone) {
        put(tombstone, Item.EMPTY);
    }

    /**
     * Writes the old row back with the note of a failed deletion, in no index and without expiry.
     *
     * @return who deleted the version
     */
    public Actor giveUp(RemovedLayer removed, String failure) {
        Cause cause = causeOf(removed);
        put(
                removed,
                ended(cause)
                        .text(DELETE_FAILED, Times.format(Times.now(clock)))
                        .text(DELETE_FAILED_REASON, failure)
                        .build());
        return cause.actor();
    }

    /** Returns whether a version was removed although a hold protects it, for example because its expiry was edited. */
    public boolean isHeld(RemovedLayer removed) {
        return removed.row()
                .read(Lifetimes::of)
                .filter(lifetime -> lifetime.isHeld(Times.now(clock)))
                .isPresent();
    }

    /**
     * Writes the old row back as a deprecated version that expires later, because functions use its layer or it is
     * held. Does nothing if a caller has deleted the version since: that deletion has a message of its own.
     */
    public void postpone(RemovedLayer removed) {
        Instant now = Times.now(clock);
        Item.Builder end = ended(BY_ITSELF)
                .text(DEPLOY_STATUS, DeployStatus.DEPRECATED.value())
                .text(POSTPONED, Times.format(now));
        Lifetime lifetime = isHeld(removed) ? Lifetimes.of(removed.row()).heldAgain(now) : Lifetime.inUseAt(now);
        Lifetimes.write(end, removed.key(), lifetime);
        Transaction transaction = new Transaction();
        transaction.check(table, removed.key().deletion(), absent(PK));
        transaction.put(table, merged(removed, end.build()), mayReplace(removed));
        if (dynamo.transact(transaction) instanceof Transaction.Committed) {
            withdrawLatest(removed);
        }
    }

    private static Item.Builder ended(Cause cause) {
        return Attributes.cause(Item.builder(), cause);
    }

    /** Replaces no row but the note of a failed deletion of the same layer, never a tombstone or a live row. */
    private void put(RemovedLayer removed, Item end) {
        dynamo.put(table, merged(removed, end), mayReplace(removed));
        withdrawLatest(removed);
    }

    private static Condition mayReplace(RemovedLayer removed) {
        return absent(PK).or(all(equal(ARN, Values.text(removed.arn().value())), exists(DELETE_FAILED)));
    }

    private static Item merged(RemovedLayer removed, Item end) {
        Map<String, AttributeValue> row = new HashMap<>(removed.row().attributes());
        row.keySet().removeAll(List.of(DEPLOY_STATUS, DELETE_FAILED, DELETE_FAILED_REASON));
        row.keySet().removeAll(Lifetimes.ATTRIBUTES);
        if (end.attributes().containsKey(ACTOR)) {
            row.remove(REASON);
        }
        row.putAll(end.attributes());
        return new Item(row);
    }

    /** Clears the pointer to a latest version that was deleted outside Backplane. */
    private void withdrawLatest(RemovedLayer removed) {
        if (removed.status() != DeployStatus.LATEST) {
            return;
        }
        dynamo.update(
                table,
                LayerKey.pointer(removed.key().id()),
                new ItemUpdate()
                        .remove(LAYER_VERSION, ARN, PACKAGE_VERSION, REQUIREMENTS_TEXT, REQUIREMENTS_HASH, CREATED)
                        .remove(RUNTIMES, ARCHITECTURES)
                        .onlyIf(equal(LAYER_VERSION, Values.number(removed.key().version()))));
    }
}
