package dev.backplane.layers.capacity;

import static dev.backplane.layers.capacity.Fixture.NAME;

import dev.backplane.layers.RequirementsHash;
import dev.backplane.layers.api.GetBuildHandler;
import dev.backplane.layers.api.GetLatestBuildHandler;
import dev.backplane.layers.api.GetRequirementsHandler;
import dev.backplane.layers.api.ListBuildsHandler;
import dev.backplane.layers.api.ListLatestBuildsHandler;
import dev.backplane.layers.api.RegisterBuildHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The rows of the operations on builds and requirements. */
final class BuildCases {

    private BuildCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row("RegisterBuild", "the first", fixture -> register(fixture, "requests==1", 201)),
                row("RegisterBuild", "a further one", fixture -> register(built(fixture, 1), "requests==2", 201)),
                row("RegisterBuild", "the latest again", fixture -> register(built(fixture, 1), "requests==0", 200)),
                row(
                        "GetLatestBuild",
                        "found",
                        fixture -> built(fixture, 1)
                                .send(GetLatestBuildHandler.class, call(GetLatestBuildHandler.OPERATION), 200)),
                row(
                        "GetBuild",
                        "found",
                        fixture -> built(fixture, 1)
                                .send(
                                        GetBuildHandler.class,
                                        call(GetBuildHandler.OPERATION).path("version", "1"),
                                        200)),
                row(
                        "GetRequirements",
                        "found",
                        fixture -> built(fixture, 1)
                                .send(
                                        GetRequirementsHandler.class,
                                        HttpCall.of(GetRequirementsHandler.OPERATION)
                                                .path(
                                                        "hash",
                                                        RequirementsHash.of("requests==0")
                                                                .value()),
                                        200)),
                row(
                        "ListBuilds",
                        "page of 25, the first",
                        fixture -> built(fixture, 27)
                                .send(
                                        ListBuildsHandler.class,
                                        call(ListBuildsHandler.OPERATION).query("limit=25"),
                                        200)),
                row("ListLatestBuilds", "page of 25", fixture -> {
                    IntStream.range(0, 27).forEach(i -> fixture.stores.build("package-" + i, "p==" + i));
                    return fixture.send(
                            ListLatestBuildsHandler.class,
                            HttpCall.of(ListLatestBuildsHandler.OPERATION).query("limit=25"),
                            200);
                }));
    }

    private static HttpCall call(Operation operation) {
        return HttpCall.of(operation).path("package", NAME);
    }

    private static Fixture built(Fixture fixture, int count) {
        IntStream.range(0, count).forEach(i -> fixture.stores.build(NAME, "requests==" + i));
        return fixture;
    }

    private static Measured register(Fixture fixture, String requirements, int status) {
        return fixture.send(
                RegisterBuildHandler.class,
                call(RegisterBuildHandler.OPERATION)
                        .body("{\"packageVersion\":\"1.0\",\"requirementsTxt\":\"" + requirements + "\"}"),
                status);
    }
}
