package dev.backplane.layers.capacity;

import static dev.backplane.layers.capacity.Fixture.NAME;
import static dev.backplane.layers.capacity.Fixture.REGION;
import static dev.backplane.layers.capacity.Fixture.layer;

import dev.backplane.layers.api.GetPackageCoverageHandler;
import dev.backplane.layers.api.HoldLayerVersionHandler;
import dev.backplane.layers.api.ReleaseLayerVersionHandler;
import dev.backplane.layers.api.UpdateLayerVersionHandler;
import dev.backplane.layers.events.LayerExpiryHandler;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The rows of the operations on the lifetimes of versions, and of coverage. */
final class LifeCases {

    private LifeCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row("HoldLayerVersion", "a deprecated version", fixture -> hold(fixture.versions(2), 1, 200)),
                row("HoldLayerVersion", "the latest version", fixture -> hold(fixture.versions(2), 2, 200)),
                row("HoldLayerVersion", "not found", fixture -> hold(fixture, 1, 404)),
                row("ReleaseLayerVersion", "a deprecated version", fixture -> release(held(fixture))),
                row("ReleaseLayerVersion", "not held", fixture -> release(fixture.versions(2))),
                row("UpdateLayerVersion", "another expiry", fixture -> update(fixture.versions(2), 200)),
                row("UpdateLayerVersion", "refused: held", fixture -> update(held(fixture), 409)),
                row(
                        "GetPackageCoverage",
                        "in 1 region",
                        fixture -> fixture.versions(1)
                                .send(
                                        GetPackageCoverageHandler.class,
                                        HttpCall.of(GetPackageCoverageHandler.OPERATION)
                                                .path("package", NAME),
                                        200)),
                row(
                        "LayerExpiry",
                        "nothing is due",
                        fixture -> fixture.versions(2).functions.start(LayerExpiryHandler.class)),
                row("LayerExpiry", "25 warnings", fixture -> {
                    fixture.stores.clock.set(TestClock.START.minus(Duration.ofDays(40)));
                    return fixture.versions(26).functions.start(LayerExpiryHandler.class);
                }));
    }

    private static Fixture held(Fixture fixture) {
        fixture.versions(2).stores.layers.hold(StoreFixture.key(REGION, NAME, 1), Optional.empty(), StoreFixture.CAUSE);
        return fixture;
    }

    private static Measured hold(Fixture fixture, int version, int status) {
        return fixture.send(
                HoldLayerVersionHandler.class,
                layer(HoldLayerVersionHandler.OPERATION)
                        .path("version", Integer.toString(version))
                        .body("{\"until\":\"2026-02-01T00:00:00Z\"}"),
                status);
    }

    private static Measured release(Fixture fixture) {
        return fixture.send(
                ReleaseLayerVersionHandler.class,
                layer(ReleaseLayerVersionHandler.OPERATION).path("version", "1"),
                200);
    }

    private static Measured update(Fixture fixture, int status) {
        return fixture.send(
                UpdateLayerVersionHandler.class,
                layer(UpdateLayerVersionHandler.OPERATION)
                        .path("version", "1")
                        .body("{\"expiresAt\":\"2027-01-01T00:00:00Z\"}"),
                status);
    }
}
