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

/**
 * Deletes the Lambda layer of a deleted row, and then writes a tombstone in place of the row.
 *
 * <p>In that order, because the deletion can be repeated safely, and a tombstone must not exist before its layer is
 * deleted. A deletion that keeps failing leaves a note in place of the row. A tombstone that was removed is restored.
 */
public final class LayerDeleterHandler extends SqsHandler {

    private final Tombstones tombstones;
    private final LambdaLayers layers;
    private final EventPublisher events;
    private final int maxReceives;

    public LayerDeleterHandler() {
        this(Platform.lambda());
    }

    public LayerDeleterHandler(Platform platform) {
        super(platform, LayerEvents.SERVICE);
        this.tombstones = new Stores(platform).tombstones();
        this.layers = new LambdaLayers(platform.aws());
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
        switch (tombstones.stateOf(removed)) {
            case EMPTY, GIVEN_UP -> {
                delete(removed, record, isLastTry);
                tombstones.write(removed);
            }
            case TOMBSTONE -> tombstones.write(removed);
            case TAKEN -> delete(removed, record, isLastTry);
            case LIVE -> {}
        }
    }

    private void delete(RemovedLayer removed, StreamRecord record, boolean isLastTry) {
        if (tombstones.isArnLiveElsewhere(removed)) {
            return;
        }
        layers.delete(removed.arn()).ifPresent(failure -> {
            // A failure may be temporary, so only the last attempt records and publishes it.
            if (isLastTry) {
                Actor actor = tombstones.giveUp(removed, LambdaLayers.reasonOf(failure));
                events.publish(LayerEvents.event("LayerDeleteFailed", record, removed.key())
                        .with("arn", removed.arn().value())
                        .with("reason", LambdaLayers.reasonOf(failure))
                        .actor(Optional.of(actor))
                        .build());
            }
            throw new IllegalStateException("Lambda did not delete " + removed.arn(), failure);
        });
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
