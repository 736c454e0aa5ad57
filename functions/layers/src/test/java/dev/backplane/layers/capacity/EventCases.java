package dev.backplane.layers.capacity;

import static dev.backplane.layers.capacity.Fixture.NAME;
import static dev.backplane.layers.capacity.Fixture.REGION;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.layers.events.LayerDeleterHandler;
import dev.backplane.layers.events.LayerInventoryHandler;
import dev.backplane.layers.events.LayerStreamHandler;
import dev.backplane.layers.events.QueueBatches;
import dev.backplane.layers.events.StreamBatches;
import dev.backplane.layers.events.StreamForwarderHandler;
import dev.backplane.layers.store.RemovedLayer;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The rows of the functions behind the stream and the queue. */
final class EventCases {

    private static final String ARN = StoreFixture.arn(REGION, NAME, 1).value();

    private EventCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row("StreamForwarder", "1 record", fixture -> stream(fixture, StreamForwarderHandler.class, 1)),
                row("StreamForwarder", "25 records", fixture -> stream(fixture, StreamForwarderHandler.class, 25)),
                row("LayerStream", "1 record", fixture -> stream(fixture, LayerStreamHandler.class, 1)),
                row("LayerStream", "25 records", fixture -> stream(fixture, LayerStreamHandler.class, 25)),
                row("LayerDeleter", "1 removed version", fixture -> delete(fixture, removed(fixture))),
                row("LayerDeleter", "the same again", fixture -> {
                    RemovedLayer layer = removed(fixture);
                    delete(fixture, layer);
                    return delete(fixture, layer);
                }),
                row("LayerDeleter", "after a deletion that was given up", fixture -> {
                    RemovedLayer layer = removed(fixture);
                    fixture.stores.tombstones.giveUp(layer, "AccessDeniedException");
                    return delete(fixture, layer);
                }),
                row("LayerDeleter", "1 expired version", fixture -> expire(fixture, removed(fixture))),
                row("LayerDeleter", "1 expired version in use", fixture -> {
                    fixture.aws.functions().version("report", "$LATEST", ARN);
                    return expire(fixture, removed(fixture));
                }),
                row("LayerInventory", "no functions", fixture -> fixture.functions.start(LayerInventoryHandler.class)),
                row("LayerInventory", "10 functions that use a layer", fixture -> {
                    for (int i = 0; i < 10; i++) {
                        fixture.aws.functions().version("report-" + i, "$LATEST", ARN);
                    }
                    return fixture.functions.start(LayerInventoryHandler.class);
                }));
    }

    private static RemovedLayer removed(Fixture fixture) {
        return fixture.versions(2).stores.removeByHand(REGION, NAME, 1);
    }

    private static Measured delete(Fixture fixture, RemovedLayer layer) {
        return fixture.functions.deliver(
                LayerDeleterHandler.class,
                QueueBatches.batch(StreamBatches.version(1, "REMOVE", fixture.stores.image(layer), "")));
    }

    private static Measured expire(Fixture fixture, RemovedLayer layer) {
        return fixture.functions.deliver(
                LayerDeleterHandler.class,
                QueueBatches.batch(StreamBatches.record(
                        1,
                        "REMOVE",
                        StreamBatches.keys("lyr#us-east-1.requests", "lyrVrsn#v1"),
                        fixture.stores.image(layer),
                        "",
                        StreamBatches.TTL)));
    }

    private static Measured stream(Fixture fixture, Class<? extends RequestStreamHandler> type, int count) {
        return fixture.functions.deliver(
                type,
                StreamBatches.of(IntStream.rangeClosed(1, count)
                        .mapToObj(i -> StreamBatches.version(
                                i,
                                "INSERT",
                                "",
                                StreamBatches.item(
                                        "dplySts",
                                        "latest",
                                        "pckgVrsn",
                                        "v1",
                                        "arn",
                                        "arn:aws:lambda:us-east-1:000000000000:layer:requests:" + i)))
                        .toList()));
    }
}
