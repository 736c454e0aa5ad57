package dev.backplane.deployments.capacity;

import dev.backplane.deployments.api.UpdateDeploymentStatusHandler;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.NetworkWithBus;
import dev.backplane.testing.capacity.Functions;
import dev.backplane.testing.capacity.Measured;
import java.util.HashMap;
import java.util.Map;

/** The functions of the service, and its stores to bring their tables into a state. */
final class Fixture {

    /** As long as the ids that the page speaks of. */
    static final String ID = "shop-2026-01-05-0123456789abcdef";

    static final String CONFIG = "\"routes\":[],\"lambdaRoutes\":{},\"prerenders\":{}";

    final StoreFixture stores;
    final Functions functions;

    Fixture(DynamoLocal local) {
        this.stores = new StoreFixture(local);
        this.functions = new Functions(local, new NetworkWithBus(local.aws().http()), settings(local));
    }

    private static Map<String, String> settings(DynamoLocal local) {
        Map<String, String> settings = new HashMap<>(StoreFixture.settings(local));
        settings.put(EventPublisher.BUS_SETTING, "bus");
        return settings;
    }

    /** Asks for a step, with more members of the body. */
    Measured step(String id, String status, String more, int answer) {
        return functions.send(
                UpdateDeploymentStatusHandler.class,
                HttpCall.of(UpdateDeploymentStatusHandler.OPERATION)
                        .path("id", id)
                        .body("{\"status\":\"" + status + "\"" + more + "}"),
                answer);
    }

    /** Makes a deployment that is finished and has an alias of its own. */
    void finishedWithOwnAlias(String id, String stack) {
        stores.deployment(id);
        step(id, "FINISHED", "," + CONFIG + stack + ",\"deploymentAlias\":\"own.example.com\"", 200);
    }
}
