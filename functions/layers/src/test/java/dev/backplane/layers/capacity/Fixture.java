package dev.backplane.layers.capacity;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.layers.FunctionUse;
import dev.backplane.layers.Inventory;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.events.FakeAws;
import dev.backplane.layers.parameters.ParameterCloud;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.layers.workflow.PublishingAws;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.http.Operation;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.RecordingBus;
import dev.backplane.testing.capacity.Functions;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.Map;

/** The functions of the service, and its stores to bring the table into a state. */
final class Fixture {

    static final String REGION = "us-east-1";
    static final String NAME = "requests";

    final StoreFixture stores;
    final FakeAws aws;
    final PublishingAws publishing;
    final Functions publishers;
    final Functions functions;
    final ParameterCloud cloud;

    Fixture(DynamoLocal local) {
        this.stores = new StoreFixture(local);
        this.cloud = new ParameterCloud(local);
        this.aws = new FakeAws(cloud, new RecordingBus());
        this.publishing = new PublishingAws(aws);
        Map<String, String> settings = Map.of(
                LayersSettings.LAYER_TABLE,
                local.table(LayerStore.TABLE),
                LayersSettings.ACCOUNT_ID,
                "000000000000",
                LayersSettings.LAYER_PARAMETER_PREFIX,
                "backplane",
                LayersSettings.MAX_RECEIVES,
                "5",
                LayersSettings.STREAM_SOURCE,
                LayersSettings.STREAM_SOURCE_VALUE,
                EventPublisher.BUS_SETTING,
                "bus",
                LayersSettings.UPLOAD_BUCKET,
                "uploads",
                LayersSettings.PUBLISH_MACHINE,
                "arn:aws:states:us-east-1:000000000000:stateMachine:layer-publish");
        this.functions = new Functions(local, aws, settings);
        this.publishers = new Functions(local, publishing, settings);
    }

    Measured send(Class<? extends RequestStreamHandler> type, HttpCall call, int status) {
        return functions.send(type, call, status);
    }

    /** Registers versions 1 to n of the one layer. */
    Fixture versions(int count) {
        stores.registerUpTo(REGION, NAME, count);
        return this;
    }

    /** Makes an inventory in which functions use version 1. */
    Fixture usedBy(int count) {
        RegionName region = new RegionName(REGION);
        Inventory.Run run = stores.usage.start(region);
        for (int i = 0; i < count; i++) {
            FunctionUse use = new FunctionUse(
                    "arn:aws:lambda:us-east-1:000000000000:function:report-" + i, FunctionUse.LATEST, List.of());
            stores.usage.put(StoreFixture.arn(REGION, NAME, 1), use, run);
        }
        stores.usage.finish(region, run);
        return this;
    }

    static HttpCall layer(Operation operation) {
        return HttpCall.of(operation).path("region", REGION).path("package", NAME);
    }
}
