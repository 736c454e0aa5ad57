package dev.backplane.layers.capacity;

import static dev.backplane.layers.capacity.Fixture.NAME;
import static dev.backplane.layers.capacity.Fixture.REGION;
import static dev.backplane.layers.capacity.Fixture.layer;

import dev.backplane.layers.RequirementsHash;
import dev.backplane.layers.api.DeleteLayerVersionHandler;
import dev.backplane.layers.api.GetLatestLayerHandler;
import dev.backplane.layers.api.GetLayerUsageHandler;
import dev.backplane.layers.api.GetLayerVersionHandler;
import dev.backplane.layers.api.GetPackageLatestHandler;
import dev.backplane.layers.api.ListLatestLayersHandler;
import dev.backplane.layers.api.ListLayerVersionsHandler;
import dev.backplane.layers.api.ListLayersHandler;
import dev.backplane.layers.api.RegisterLayerHandler;
import dev.backplane.layers.store.RemovedLayer;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of the operations on layers. */
final class LayerCases {

    private LayerCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(registering(), deleting(), single(), lists())
                .flatMap(List::stream)
                .toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static List<CapacityCase<Fixture>> registering() {
        return List.of(
                row("RegisterLayer", "the first version", fixture -> register(fixture, 1, 201)),
                row("RegisterLayer", "a further version", fixture -> register(fixture.versions(1), 2, 201)),
                row(
                        "RegisterLayer",
                        "a further version with a known hash and no text",
                        fixture -> fixture.versions(1)
                                .send(
                                        RegisterLayerHandler.class,
                                        layer(RegisterLayerHandler.OPERATION).body(withHash()),
                                        201)),
                row("RegisterLayer", "the latest again", fixture -> register(fixture.versions(2), 2, 200)),
                row("RegisterLayer", "an older one again", fixture -> register(fixture.versions(2), 1, 200)));
    }

    private static Measured register(Fixture fixture, int number, int status) {
        String version = "1.0." + number;
        return fixture.send(
                RegisterLayerHandler.class,
                layer(RegisterLayerHandler.OPERATION)
                        .body(("{\"arn\":\"arn:aws:lambda:us-east-1:000000000000:layer:requests:%d\","
                                        + "\"packageVersion\":\"%s\",\"requirementsTxt\":\"requests==%s\\n\"}")
                                .formatted(number, version, version)),
                status);
    }

    private static String withHash() {
        return "{\"arn\":\"arn:aws:lambda:us-east-1:000000000000:layer:requests:2\",\"packageVersion\":\"1.0.2\","
                + "\"requirementsHash\":\""
                + RequirementsHash.of("requests==1.0.1\n").value() + "\"}";
    }

    private static List<CapacityCase<Fixture>> deleting() {
        return List.of(
                row("DeleteLayerVersion", "a deprecated version", fixture -> delete(fixture.versions(2), 1, "", 202)),
                row(
                        "DeleteLayerVersion",
                        "the latest, the one before promoted",
                        fixture -> delete(fixture.versions(2), 2, "promotePrevious=true", 202)),
                row("DeleteLayerVersion", "the latest, the one before deleted", fixture -> {
                    fixture.versions(3).stores.writeTombstone(REGION, NAME, 2);
                    return delete(fixture, 3, "promotePrevious=true", 202);
                }),
                row("DeleteLayerVersion", "a version whose deletion failed", fixture -> {
                    RemovedLayer removed = fixture.versions(2).stores.removeByHand(REGION, NAME, 1);
                    fixture.stores.tombstones.giveUp(removed, "AccessDeniedException");
                    return delete(fixture, 1, "", 202);
                }),
                row("DeleteLayerVersion", "refused: the latest", fixture -> delete(fixture.versions(2), 2, "", 409)),
                row("DeleteLayerVersion", "not found", fixture -> delete(fixture.versions(1), 9, "", 404)));
    }

    private static Measured delete(Fixture fixture, int version, String query, int status) {
        return fixture.send(
                DeleteLayerVersionHandler.class,
                layer(DeleteLayerVersionHandler.OPERATION)
                        .path("version", Integer.toString(version))
                        .query(query),
                status);
    }

    private static List<CapacityCase<Fixture>> single() {
        return List.of(
                row(
                        "GetLatestLayer",
                        "found",
                        fixture -> fixture.versions(2)
                                .send(GetLatestLayerHandler.class, layer(GetLatestLayerHandler.OPERATION), 200)),
                row(
                        "GetLatestLayer",
                        "not found",
                        fixture ->
                                fixture.send(GetLatestLayerHandler.class, layer(GetLatestLayerHandler.OPERATION), 404)),
                row("GetLayerVersion", "found", fixture -> version(fixture.versions(2), 200)),
                row("GetLayerVersion", "not found", fixture -> version(fixture, 404)),
                row("GetLayerUsage", "no inventory", fixture -> usage(fixture.versions(1), 200)),
                row(
                        "GetLayerUsage",
                        "25 functions",
                        fixture -> usage(fixture.versions(1).usedBy(25), 200)),
                row("GetLayerUsage", "not found", fixture -> usage(fixture, 404)));
    }

    private static Measured usage(Fixture fixture, int status) {
        return fixture.send(
                GetLayerUsageHandler.class,
                layer(GetLayerUsageHandler.OPERATION).path("version", "1"),
                status);
    }

    private static Measured version(Fixture fixture, int status) {
        return fixture.send(
                GetLayerVersionHandler.class,
                layer(GetLayerVersionHandler.OPERATION).path("version", "1"),
                status);
    }

    private static List<CapacityCase<Fixture>> lists() {
        return List.of(
                row(
                        "ListLayerVersions",
                        "page of 25, the first",
                        fixture -> fixture.versions(27)
                                .send(
                                        ListLayerVersionsHandler.class,
                                        layer(ListLayerVersionsHandler.OPERATION)
                                                .query("limit=25"),
                                        200)),
                row(
                        "ListLayers",
                        "page of 25",
                        fixture -> packages(fixture)
                                .send(
                                        ListLayersHandler.class,
                                        HttpCall.of(ListLayersHandler.OPERATION)
                                                .path("region", REGION)
                                                .query("limit=25"),
                                        200)),
                row(
                        "ListLatestLayers",
                        "page of 25",
                        fixture -> packages(fixture)
                                .send(
                                        ListLatestLayersHandler.class,
                                        HttpCall.of(ListLatestLayersHandler.OPERATION)
                                                .path("region", REGION)
                                                .query("limit=25"),
                                        200)),
                row("GetPackageLatest", "in 2 regions", fixture -> {
                    fixture.stores.register("eu-west-1", NAME, 1);
                    return fixture.versions(1)
                            .send(
                                    GetPackageLatestHandler.class,
                                    HttpCall.of(GetPackageLatestHandler.OPERATION)
                                            .path("package", NAME),
                                    200);
                }));
    }

    private static Fixture packages(Fixture fixture) {
        IntStream.range(0, 27).forEach(i -> fixture.stores.register(REGION, "package-" + i, 1));
        return fixture;
    }
}
