package dev.backplane.layers.events;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.RecordingBus;
import dev.backplane.testing.TestPlatform;
import java.util.Map;

/** The function that deletes layers, on the table of one test, with a bus and a Lambda under the test's control. */
final class DeleterFixture {

    final StoreFixture stores;
    final RecordingBus bus = new RecordingBus();
    final FakeAws aws;
    final TestPlatform platform;
    private LayerDeleterHandler handler;

    DeleterFixture(DynamoLocal local) {
        stores = new StoreFixture(local);
        aws = new FakeAws(local.aws().http(), bus);
        AwsConnection connection = new AwsConnection(
                aws,
                local.aws().credentials(),
                local.aws().region(),
                local.aws().endpoint());
        platform = new TestPlatform(
                Map.of(
                        LayersSettings.LAYER_TABLE,
                        local.table(LayerStore.TABLE),
                        LayersSettings.MAX_RECEIVES,
                        "5",
                        EventPublisher.BUS_SETTING,
                        "bus"),
                connection);
        handler = new LayerDeleterHandler(platform.platform());
    }

    /** Turns the check of usage off. */
    void withoutUsage() {
        handler = new LayerDeleterHandler(
                platform.with(LayersSettings.LAYER_USAGE, "off").platform());
    }

    /** Has the function work off a batch, and returns what it answers. */
    String handle(String batch) {
        return Invoke.with(handler, batch);
    }
}
