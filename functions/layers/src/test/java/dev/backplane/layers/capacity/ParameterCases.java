package dev.backplane.layers.capacity;

import static dev.backplane.layers.capacity.Fixture.NAME;
import static dev.backplane.layers.capacity.Fixture.REGION;

import dev.backplane.layers.Layer;
import dev.backplane.layers.api.VerifyLayersHandler;
import dev.backplane.layers.events.LayerPointersHandler;
import dev.backplane.layers.events.StreamBatches;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.function.Function;

/** The rows of the functions that write and verify SSM parameters. */
final class ParameterCases {

    private static final int PACKAGES = 10;

    private ParameterCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row("LayerPointers", "1 registration, both parameters written", ParameterCases::register),
                row("LayerPointers", "the same again", fixture -> {
                    register(fixture);
                    return deliver(fixture, fixture.stores.version(REGION, NAME, 1));
                }),
                row("LayerPointers", "1 removed version, its parameter deleted", fixture -> {
                    register(fixture);
                    Layer removed = fixture.stores.version(REGION, NAME, 1);
                    fixture.stores.register(REGION, NAME, 2);
                    fixture.stores.removeByHand(REGION, NAME, 1);
                    return fixture.functions.deliver(
                            LayerPointersHandler.class,
                            StreamBatches.of(StreamBatches.version(1, "REMOVE", image(removed), "")));
                }),
                row("VerifyLayers", "10 packages, nothing found", fixture -> {
                    packages(fixture);
                    verify(fixture);
                    return verify(fixture);
                }),
                row("VerifyLayers", "10 packages, 1 parameter missing, repaired", fixture -> {
                    packages(fixture);
                    verify(fixture);
                    fixture.cloud.parameters(REGION).remove("/backplane/layers/pkg-1/latest");
                    return verify(fixture);
                }));
    }

    private static void packages(Fixture fixture) {
        for (int i = 1; i <= PACKAGES; i++) {
            Layer layer = fixture.stores.register(REGION, "pkg-" + i, 1);
            fixture.cloud.layers(REGION).add(layer.arn().value());
        }
    }

    private static Measured verify(Fixture fixture) {
        return fixture.send(
                VerifyLayersHandler.class,
                HttpCall.of(VerifyLayersHandler.OPERATION).body("{\"repair\":true}"),
                200);
    }

    private static Measured register(Fixture fixture) {
        return deliver(fixture, fixture.stores.register(REGION, NAME, 1));
    }

    private static Measured deliver(Fixture fixture, Layer layer) {
        return fixture.functions.deliver(
                LayerPointersHandler.class,
                StreamBatches.of(
                        StreamBatches.record(
                                1, "INSERT", StreamBatches.keys("lyr#" + REGION + "." + NAME, "lyrVrsn0#"), "", "", ""),
                        StreamBatches.version(1, "INSERT", "", image(layer))));
    }

    private static String image(Layer layer) {
        return StreamBatches.item(
                "dplySts",
                "latest",
                "pckgVrsn",
                layer.packageVersion().value(),
                "arn",
                layer.arn().value());
    }
}
