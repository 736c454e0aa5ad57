package dev.backplane.layers.events;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.store.RemovedLayer;
import dev.backplane.layers.store.Stores;
import dev.backplane.layers.store.Tombstones;
import dev.backplane.platform.Platform;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.json.JsonSyntaxException;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.queues.SqsHandler;
import dev.backplane.platform.queues.SqsMessage;
import dev.backplane.platform.streams.StreamRecord;

/**
 * Deletes the layer version of a row that is gone, and then leaves a tombstone in the row's place.
 *
 * <p>In that order, because the first can be done again without harm, and a tombstone must not tell of a layer that is
 * still there. A deletion that is given up leaves a note in the row's place instead.
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
        // Pointers and tombstones go without a word; that also keeps a tombstone from calling for itself.
        if (record.eventName().equals("REMOVE")) {
            tombstones.read(record.oldImage()).ifPresent(removed -> bury(removed, record, isLastTry));
        }
    }

    private void bury(RemovedLayer removed, StreamRecord record, boolean isLastTry) {
        switch (tombstones.placeOf(removed)) {
            case EMPTY, GIVEN_UP -> {
                delete(removed, record, isLastTry);
                tombstones.write(removed);
            }
            case BURIED -> tombstones.write(removed);
            case TAKEN -> delete(removed, record, isLastTry);
            case REVIVED -> {}
        }
    }

    private void delete(RemovedLayer removed, StreamRecord record, boolean isLastTry) {
        layers.delete(removed.arn()).ifPresent(failure -> {
            // Whether a failure passes is known only when there is no try left: then it is noted and told.
            if (isLastTry) {
                tombstones.giveUp(removed, LambdaLayers.reasonOf(failure));
                events.publish(LayerEvents.event(
                        "LayerDeleteFailed",
                        record,
                        removed.key(),
                        "arn",
                        removed.arn().value(),
                        "reason",
                        LambdaLayers.reasonOf(failure)));
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
            throw new IllegalArgumentException("a message without a stream record");
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException("a message that is not JSON", e);
        }
    }
}
