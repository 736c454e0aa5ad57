package dev.backplane.layers.events;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.store.RemovedLayer;
import dev.backplane.layers.store.Stores;
import dev.backplane.layers.store.Tombstones;
import dev.backplane.platform.Actor;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.queues.SqsHandler;
import dev.backplane.platform.queues.SqsMessage;
import dev.backplane.platform.streams.StreamRecord;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Deletes the Lambda layer of a deleted row, and then writes a tombstone in place of the row.
 *
 * <p>In that order, because the deletion can be repeated safely, and a tombstone must not exist before its layer is
 * deleted. A deletion that keeps failing leaves a note in place of the row. A tombstone that was removed is restored.
 * The row of an expired version that functions use is restored, too, and expires later.
 */
public final class LayerDeleterHandler extends SqsHandler {

    private final Tombstones tombstones;
    private final LambdaLayers layers;
    private final LambdaFunctions functions;
    private final boolean checksUsage;
    private final EventPublisher events;
    private final int maxReceives;

    public LayerDeleterHandler() {
        this(Platform.lambda());
    }

    public LayerDeleterHandler(Platform platform) {
        super(platform, LayerEvents.SERVICE);
        this.tombstones = new Stores(platform).tombstones();
        LambdaClients clients = new LambdaClients(platform.aws());
        this.layers = new LambdaLayers(clients);
        this.functions = new LambdaFunctions(clients);
        this.checksUsage = LayersSettings.checksUsage(platform.settings());
        this.events = platform.events();
        this.maxReceives = LayersSettings.maxReceives(platform.settings());
    }

    @Override
    protected void handle(SqsMessage message) {
        StreamRecord record = recordIn(message.body());
        boolean isLastTry = message.receives() >= maxReceives;
        if (record.eventName().equals("REMOVE")) {
            Item row = record.oldItem().orElseThrow(() -> new InvalidValueException("REMOVE record without an image"));
            RemovedLayer.of(row).ifPresent(removed -> finish(removed, record, isLastTry));
        }
    }

    private void finish(RemovedLayer removed, StreamRecord record, boolean isLastTry) {
        if (removed.isTombstone()) {
            tombstones.restore(removed);
            return;
        }
        // Lambda is asked before the row is read: another handler of the same deletion may put the row back.
        boolean keep = record.isExpiry()
                && (tombstones.isHeld(removed) || (checksUsage && isInUse(removed, record, isLastTry)));
        switch (tombstones.stateOf(removed)) {
            case EMPTY, GIVEN_UP -> {
                if (keep) {
                    tombstones.postpone(removed);
                } else {
                    delete(removed, record, isLastTry);
                    tombstones.write(removed);
                }
            }
            case TOMBSTONE -> tombstones.write(removed);
            case TAKEN -> {
                if (!keep) {
                    delete(removed, record, isLastTry);
                }
            }
            case LIVE -> {}
        }
    }

    private boolean isInUse(RemovedLayer removed, StreamRecord record, boolean isLastTry) {
        try {
            return functions.isInUse(removed.arn());
        } catch (SdkException failure) {
            throw failed(removed, record, isLastTry, failure);
        }
    }

    private void delete(RemovedLayer removed, StreamRecord record, boolean isLastTry) {
        if (tombstones.isArnLiveElsewhere(removed)) {
            return;
        }
        layers.delete(removed.arn()).ifPresent(failure -> {
            throw failed(removed, record, isLastTry, failure);
        });
    }

    /** Records a failure at the last attempt only, because it may be temporary. */
    private IllegalStateException failed(
            RemovedLayer removed, StreamRecord record, boolean isLastTry, SdkException failure) {
        if (isLastTry) {
            Actor actor = tombstones.giveUp(removed, LambdaLayers.reasonOf(failure));
            events.publish(LayerEvents.event("LayerDeleteFailed", record, removed.key())
                    .with("arn", removed.arn().value())
                    .with("reason", LambdaLayers.reasonOf(failure))
                    .actor(Optional.of(actor))
                    .build());
        }
        return new IllegalStateException("Lambda did not delete " + removed.arn(), failure);
    }

    private static StreamRecord recordIn(String body) {
        try {
            if (JsonValue.parse(body) instanceof Obj(var event)
                    && event.get("detail") instanceof Obj(var detail)
                    && detail.get("record") instanceof Obj record) {
                return new StreamRecord(record);
            }
            throw new InvalidValueException("message without a stream record");
        } catch (JsonSyntaxException e) {
            throw new InvalidValueException("message that is not JSON", e);
        }
    }
}
