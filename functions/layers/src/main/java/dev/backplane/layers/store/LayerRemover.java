package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.MAX_VERSION;

import dev.backplane.layers.DeleteOutcome;
import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerId;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Takes the rows of layer versions away; the table's stream has the layers themselves deleted. */
final class LayerRemover {

    private static final int MOST_READ = 100;

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    LayerRemover(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    DeleteOutcome delete(LayerKey key, boolean promotePrevious) {
        return dynamo.retry().run(() -> attempt(key, promotePrevious));
    }

    private Attempt<DeleteOutcome> attempt(LayerKey key, boolean promotePrevious) {
        // A transaction even of one write, because a lost answer to it can be asked for again without harm.
        Transaction removal = new Transaction();
        remove(removal, key, DeployStatus.DEPRECATED);
        return switch (dynamo.transact(removal)) {
            case Transacted.Committed _ -> new Attempt.Done<>(new DeleteOutcome.Deleted(Optional.empty()));
            case Transacted.Refused refused -> refused(key, promotePrevious, refused.currentAt(0));
        };
    }

    private Attempt<DeleteOutcome> refused(LayerKey key, boolean promotePrevious, Optional<Item> current) {
        if (current.isEmpty()) {
            return new Attempt.Done<>(
                    wasThere(key) ? new DeleteOutcome.AlreadyDeleted() : new DeleteOutcome.NotFound());
        }
        return switch (LayerRows.toLayer(current.get()).status()) {
            case DELETED -> new Attempt.Done<>(new DeleteOutcome.AlreadyDeleted());
            case DEPRECATED -> new Attempt.Lost<>();
            case LATEST -> promotePrevious ? replace(key) : new Attempt.Done<>(new DeleteOutcome.LatestVersion());
        };
    }

    /** Says whether a version without a row had one, which its tombstone has not replaced yet. */
    private boolean wasThere(LayerKey key) {
        return pointer(key.id())
                .filter(pointer -> pointer.number(MAX_VERSION) >= key.version())
                .isPresent();
    }

    private Optional<Item> pointer(LayerId id) {
        return dynamo.get(get -> get.tableName(table).key(LayerKey.pointer(id)).consistentRead(true));
    }

    private Attempt<DeleteOutcome> replace(LayerKey key) {
        Optional<Item> pointer = pointer(key.id());
        Optional<Layer> latest = pointer.flatMap(LayerRows::latest).filter(layer -> layer.version() == key.version());
        if (latest.isEmpty()) {
            return new Attempt.Lost<>();
        }
        Instant now = Times.now(clock);
        Optional<Layer> previous = promotable(key, now);
        if (previous.isEmpty()) {
            return new Attempt.Done<>(new DeleteOutcome.NoPromotableVersion());
        }
        Transaction transaction = new Transaction();
        remove(transaction, key, DeployStatus.LATEST);
        promote(transaction, previous.get(), now);
        Item next = LayerRows.toPointer(
                previous.get().promoted(), pointer.orElseThrow().number(MAX_VERSION));
        Pointers.move(transaction, table, next, pointer);
        return switch (dynamo.transact(transaction)) {
            case Transacted.Committed _ ->
                new Attempt.Done<>(
                        new DeleteOutcome.Deleted(Optional.of(previous.get().version())));
            case Transacted.Refused _ -> new Attempt.Lost<>();
        };
    }

    /** Finds the highest version below one that is neither deleted nor expired; mostly it is the next. */
    private Optional<Layer> promotable(LayerKey below, Instant now) {
        long top = below.version() - 1;
        for (int count = 1; top > 0; count = Math.min(4 * count, MOST_READ)) {
            Optional<Layer> found = dynamo.getAll(table, keys(below.id(), top, count)).stream()
                    .map(LayerRows::toLayer)
                    .filter(layer -> layer.isPromotable(now))
                    .max(Comparator.comparingLong(Layer::version));
            if (found.isPresent()) {
                return found;
            }
            top -= count;
        }
        return Optional.empty();
    }

    private static List<Map<String, AttributeValue>> keys(LayerId id, long top, int count) {
        return LongStream.rangeClosed(Math.max(1, top - count + 1), top)
                .mapToObj(version -> new LayerKey(id, version).attributes())
                .toList();
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
