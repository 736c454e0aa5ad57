package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.ARN;
import static dev.backplane.layers.store.Attributes.DELETED;
import static dev.backplane.layers.store.Attributes.DELETE_FAILED;
import static dev.backplane.layers.store.Attributes.DELETE_FAILED_REASON;
import static dev.backplane.layers.store.Attributes.DEPLOY_STATUS;
import static dev.backplane.layers.store.Attributes.EXPIRES;

import dev.backplane.layers.DeployStatus;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.json.JsonValue.Obj;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What stays of layer versions whose rows are gone. */
public final class Tombstones {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    Tombstones(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /** What stands in the place of a row that was removed. */
    public enum Place {
        /** Nothing: layer and tombstone are still to be seen to. */
        EMPTY,
        /** A note that its deletion was given up, which is tried once more. */
        GIVEN_UP,
        /** Its tombstone: the layer is deleted. */
        BURIED,
        /** A live row of the same layer, which must not be deleted any more. */
        REVIVED,
        /** A row of another layer, which is none of our business. */
        TAKEN
    }

    /**
     * Reads the last image of a row.
     *
     * @return empty when the row was not that of a live layer version
     */
    public Optional<RemovedLayer> read(Obj image) {
        return RemovedLayer.of(Item.ofJson(image));
    }

    /** Looks at the place of a row that was removed, as it is now. */
    public Place placeOf(RemovedLayer removed) {
        return dynamo.get(get ->
                        get.tableName(table).key(removed.key().attributes()).consistentRead(true))
                .map(row -> placeOf(removed, row))
                .orElse(Place.EMPTY);
    }

    private static Place placeOf(RemovedLayer removed, Item row) {
        if (!row.findText(ARN).equals(Optional.of(removed.arn().value()))) {
            return Place.TAKEN;
        }
        if (row.findText(DEPLOY_STATUS).isPresent()) {
            return Place.REVIVED;
        }
        return row.findText(DELETE_FAILED).isPresent() ? Place.GIVEN_UP : Place.BURIED;
    }

    /** Puts the old row back as a tombstone: in no index, never to expire, and only where no row is. */
    public void write(RemovedLayer removed) {
        put(removed, Map.of(DELETED, Values.text(Times.format(Times.now(clock)))));
    }

    /** Puts the old row back with a note that its deletion was given up, in no index and never to expire. */
    public void giveUp(RemovedLayer removed, String reason) {
        put(
                removed,
                Map.of(
                        DELETE_FAILED,
                        Values.text(Times.format(Times.now(clock))),
                        DELETE_FAILED_REASON,
                        Values.text(reason)));
    }

    /** Only where no row is, or where such a note of the same layer is: neither hides a tombstone or a live row. */
    private void put(RemovedLayer removed, Map<String, AttributeValue> end) {
        Map<String, AttributeValue> row = new HashMap<>(removed.row().attributes());
        row.keySet().removeAll(List.of(DEPLOY_STATUS, EXPIRES, DELETE_FAILED, DELETE_FAILED_REASON));
        row.putAll(end);
        dynamo.put(put -> put.tableName(table)
                .item(row)
                .conditionExpression("attribute_not_exists(pk) OR (arn = :arn AND attribute_exists(dltFldDt))")
                .expressionAttributeValues(
                        Map.of(":arn", Values.text(removed.arn().value()))));
        if (removed.status() == DeployStatus.LATEST) {
            withdraw(removed);
        }
    }

    /** A latest version that was taken away by hand leaves a pointer behind, which nobody is to follow. */
    private void withdraw(RemovedLayer removed) {
        dynamo.update(update -> update.tableName(table)
                .key(LayerKey.pointer(removed.key().id()))
                .updateExpression("REMOVE lyrVrsn, arn, pckgVrsn, rqrmntsTxt, rqrmntsHsh, crtdDt")
                .conditionExpression("lyrVrsn = :removed")
                .expressionAttributeValues(
                        Map.of(":removed", Values.number(removed.key().version()))));
    }
}
