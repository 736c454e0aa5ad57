package dev.backplane.deployments.capacity;

import static dev.backplane.deployments.capacity.Fixture.ID;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.api.CreateAliasHandler;
import dev.backplane.deployments.api.DeleteAliasHandler;
import dev.backplane.deployments.api.GetAliasHandler;
import dev.backplane.deployments.api.ListAliasesHandler;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of the operations on aliases. */
final class AliasCases {

    private static final String OTHER = "shop-2026-01-06-0123456789abcdef";
    private static final String ALIAS = "www.example.com";

    private AliasCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(pointing(), single(), lists()).flatMap(List::stream).toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static List<CapacityCase<Fixture>> pointing() {
        return List.of(
                row("CreateAlias", "new", fixture -> {
                    fixture.stores.finished(ID);
                    return point(fixture, ID, "", 201);
                }),
                row("CreateAlias", "new, target is an alias", fixture -> {
                    fixture.stores.point("api.example.com", fixture.stores.finished(ID));
                    return point(fixture, "api.example.com", "", 201);
                }),
                row("CreateAlias", "moved", fixture -> {
                    pointed(fixture);
                    fixture.stores.finished(OTHER);
                    return point(fixture, OTHER, ",\"override\":true", 201);
                }),
                row("CreateAlias", "pointed again where it points", fixture -> {
                    pointed(fixture);
                    fixture.functions.clock().advance(Duration.ofMinutes(1));
                    return point(fixture, ID, ",\"override\":true", 201);
                }),
                row("CreateAlias", "refused: it exists", fixture -> {
                    pointed(fixture);
                    return point(fixture, ID, "", 409);
                }),
                row("CreateAlias", "refused: no such deployment", fixture -> point(fixture, ID, "", 400)));
    }

    private static DeploymentId pointed(Fixture fixture) {
        DeploymentId id = fixture.stores.finished(ID);
        fixture.stores.point(ALIAS, id);
        return id;
    }

    private static Measured point(Fixture fixture, String target, String more, int status) {
        return fixture.functions.send(
                CreateAliasHandler.class,
                HttpCall.of(CreateAliasHandler.OPERATION)
                        .body("{\"alias\":\"" + ALIAS + "\",\"target\":\"" + target + "\"" + more + "}"),
                status);
    }

    private static List<CapacityCase<Fixture>> single() {
        return List.of(
                row("GetAlias", "found", fixture -> {
                    pointed(fixture);
                    return get(fixture, 200);
                }),
                row("GetAlias", "not found", fixture -> get(fixture, 404)),
                row("DeleteAlias", "deleted", fixture -> {
                    pointed(fixture);
                    return delete(fixture, 204);
                }),
                row("DeleteAlias", "not found", fixture -> delete(fixture, 404)));
    }

    private static Measured get(Fixture fixture, int status) {
        return fixture.functions.send(
                GetAliasHandler.class, HttpCall.of(GetAliasHandler.OPERATION).path("hostname", ALIAS), status);
    }

    private static Measured delete(Fixture fixture, int status) {
        return fixture.functions.send(
                DeleteAliasHandler.class,
                HttpCall.of(DeleteAliasHandler.OPERATION).path("hostname", ALIAS),
                status);
    }

    private static List<CapacityCase<Fixture>> lists() {
        return List.of(
                row("ListAliases", "of a deployment, page of 25", fixture -> list(fixture, "deploymentId=" + ID, 25)),
                row("ListAliases", "of a deployment, page of 100", fixture -> list(fixture, "deploymentId=" + ID, 100)),
                row("ListAliases", "of a deployment without aliases", fixture -> {
                    fixture.stores.finished(ID);
                    return list(fixture, "deploymentId=" + ID, 25, 200);
                }),
                row("ListAliases", "of a domain, page of 25", fixture -> list(fixture, "domain=example.com", 25)));
    }

    private static Measured list(Fixture fixture, String which, int limit) {
        DeploymentId id = fixture.stores.finished(ID);
        // Hosts of 15 characters.
        IntStream.range(100, 102 + limit).forEach(i -> fixture.stores.point(i + ".example.com", id));
        return list(fixture, which, limit, 200);
    }

    private static Measured list(Fixture fixture, String which, int limit, int status) {
        return fixture.functions.send(
                ListAliasesHandler.class,
                HttpCall.of(ListAliasesHandler.OPERATION).query(which + "&limit=" + limit),
                status);
    }
}
