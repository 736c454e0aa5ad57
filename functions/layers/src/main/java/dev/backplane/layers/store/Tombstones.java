package dev.backplane.layers.store;

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
import static dev.backplane.layers.store.Attributes.REQUIREMENTS_HASH;
import static dev.backplane.layers.store.Attributes.REQUIREMENTS_TEXT;
import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;

import dev.backplane.layers.DeployStatus;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows that replace deleted layer versions. */
public final class Tombstones {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    Tombstones(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /** The current state of the row that was deleted. */
    public enum Place {
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
    public Place placeOf(RemovedLayer removed) {
        return dynamo.get(table, removed.key().attributes())
                .map(row -> placeOf(removed, row))
                .orElse(Place.EMPTY);
    }

    private static Place placeOf(RemovedLayer removed, Item row) {
        if (!row.findText(ARN).equals(Optional.of(removed.arn().value()))) {
            return Place.TAKEN;
        }
        if (row.findText(DEPLOY_STATUS).isPresent()) {
            return Place.LIVE;
        }
        return row.findText(DELETE_FAILED).isPresent() ? Place.GIVEN_UP : Place.TOMBSTONE;
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
                .filter(row -> placeOf(removed, row) == Place.LIVE)
                .isPresent();
    }

    /** Restores the old row as a tombstone, without index entries or an expiry. */
    public void write(RemovedLayer removed) {
        put(removed, Map.of(DELETED, Values.text(Times.format(Times.now(clock)))));
    }

    /** Restores a tombstone that was removed, so that its version and ARN remain recorded as deleted. */
    public void restore(RemovedLayer tombstone) {
        put(tombstone, Map.of());
    }

    /** Restores the old row with the note of a failed deletion, without index entries or an expiry. */
    public void giveUp(RemovedLayer removed, String reason) {
        put(
                removed,
                Map.of(
                        DELETE_FAILED,
                        Values.text(Times.format(Times.now(clock))),
                        DELETE_FAILED_REASON,
                        Values.text(reason)));
    }

    /**
     * Writes the row if there is none, or replaces the note of a failed deletion of the same layer. Never replaces a
     * tombstone or a live row.
     */
    private void put(RemovedLayer removed, Map<String, AttributeValue> end) {
        Map<String, AttributeValue> row = new HashMap<>(removed.row().attributes());
        row.keySet().removeAll(List.of(DEPLOY_STATUS, EXPIRES, DELETE_FAILED, DELETE_FAILED_REASON));
        row.putAll(end);
        dynamo.put(
                table,
                new Item(row),
                absent(PK).or(all(equal(ARN, Values.text(removed.arn().value())), exists(DELETE_FAILED))));
        if (removed.status() == DeployStatus.LATEST) {
            withdraw(removed);
        }
    }

    /** Clears the pointer to a latest version that was deleted outside Backplane. */
    private void withdraw(RemovedLayer removed) {
        dynamo.update(
                table,
                LayerKey.pointer(removed.key().id()),
                new ItemUpdate()
                        .remove(LAYER_VERSION, ARN, PACKAGE_VERSION, REQUIREMENTS_TEXT, REQUIREMENTS_HASH, CREATED)
                        .onlyIf(equal(LAYER_VERSION, Values.number(removed.key().version()))));
    }
}
