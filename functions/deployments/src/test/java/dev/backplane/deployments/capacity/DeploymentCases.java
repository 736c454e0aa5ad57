package dev.backplane.deployments.capacity;

import static dev.backplane.deployments.capacity.Fixture.CONFIG;
import static dev.backplane.deployments.capacity.Fixture.ID;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.api.CreateDeploymentHandler;
import dev.backplane.deployments.api.DeleteDeploymentHandler;
import dev.backplane.deployments.api.GetDeploymentHandler;
import dev.backplane.deployments.api.ListDeploymentsHandler;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The rows of the operations on deployments. */
final class DeploymentCases {

    private static final String STACK = ",\"cloudFormationStack\":\"stack\"";

    private DeploymentCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(registering(), steps(), deleting())
                .flatMap(List::stream)
                .toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static List<CapacityCase<Fixture>> registering() {
        return List.of(
                row("CreateDeployment", "new", DeploymentCases::create),
                row("CreateDeployment", "refused: id taken", fixture -> {
                    fixture.stores.deployment(ID);
                    return create(fixture, 409);
                }),
                row("ListDeployments", "page of 25", fixture -> list(fixture, 25)),
                row("ListDeployments", "page of 100", fixture -> list(fixture, 100)),
                row("GetDeployment", "found", fixture -> {
                    fixture.stores.finished(ID);
                    return get(fixture, 200);
                }),
                row("GetDeployment", "not found", fixture -> get(fixture, 404)));
    }

    private static Measured create(Fixture fixture) {
        return create(fixture, 201);
    }

    private static Measured create(Fixture fixture, int status) {
        return fixture.functions.send(
                CreateDeploymentHandler.class,
                HttpCall.of(CreateDeploymentHandler.OPERATION)
                        .body("{\"id\":\"" + ID + "\",\"template\":\"FUNCTION_URLS\"}"),
                status);
    }

    private static Measured get(Fixture fixture, int status) {
        return fixture.functions.send(
                GetDeploymentHandler.class,
                HttpCall.of(GetDeploymentHandler.OPERATION).path("id", ID),
                status);
    }

    private static Measured list(Fixture fixture, int limit) {
        IntStream.range(0, limit + 2).forEach(i -> fixture.stores.deployment(ID + i));
        return fixture.functions.send(
                ListDeploymentsHandler.class,
                HttpCall.of(ListDeploymentsHandler.OPERATION).query("limit=" + limit),
                200);
    }

    private static List<CapacityCase<Fixture>> steps() {
        return List.of(
                row("UpdateDeploymentStatus", "a step", fixture -> {
                    fixture.stores.deployment(ID);
                    return fixture.step(ID, "CREATE_IN_PROGRESS", STACK, 200);
                }),
                row("UpdateDeploymentStatus", "the same state again", fixture -> {
                    fixture.stores.in(DeploymentStatus.CREATE_IN_PROGRESS, ID);
                    return fixture.step(ID, "CREATE_IN_PROGRESS", "", 200);
                }),
                row("UpdateDeploymentStatus", "refused: no such step", fixture -> {
                    fixture.stores.deployment(ID);
                    return fixture.step(ID, "DESTROY_FAILED", "", 409);
                }),
                row("UpdateDeploymentStatus", "FINISHED, no alias", fixture -> {
                    fixture.stores.deployment(ID);
                    return fixture.step(ID, "FINISHED", "," + CONFIG, 200);
                }),
                row("UpdateDeploymentStatus", "FINISHED with its own alias", fixture -> {
                    fixture.stores.deployment(ID);
                    return fixture.step(ID, "FINISHED", "," + CONFIG + ",\"deploymentAlias\":\"own.example.com\"", 200);
                }),
                row("UpdateDeploymentStatus", "FINISHED, 1 alias to update", fixture -> finish(fixture, 1)),
                row("UpdateDeploymentStatus", "FINISHED, 10 aliases to update", fixture -> finish(fixture, 10)));
    }

    private static Measured finish(Fixture fixture, int aliases) {
        DeploymentId id = fixture.stores.deployment(ID);
        IntStream.range(0, aliases).forEach(i -> fixture.stores.point("a" + i + ".example.com", id));
        return fixture.step(ID, "FINISHED", "," + CONFIG, 200);
    }

    private static List<CapacityCase<Fixture>> deleting() {
        return List.of(
                row("DeleteDeployment", "row removed, no own alias", fixture -> {
                    fixture.stores.finished(ID);
                    return delete(fixture, 204);
                }),
                row("DeleteDeployment", "row removed, with its own alias", fixture -> {
                    fixture.finishedWithOwnAlias(ID, "");
                    return delete(fixture, 204);
                }),
                row("DeleteDeployment", "destroy requested, no own alias", fixture -> {
                    fixture.stores.in(DeploymentStatus.FINISHED, ID);
                    return delete(fixture, 200);
                }),
                row("DeleteDeployment", "destroy requested, with its own alias", fixture -> {
                    fixture.finishedWithOwnAlias(ID, STACK);
                    return delete(fixture, 200);
                }),
                row("DeleteDeployment", "refused: an alias points to it", fixture -> {
                    fixture.stores.point("www.example.com", fixture.stores.finished(ID));
                    return delete(fixture, 409);
                }),
                row("DeleteDeployment", "not found", fixture -> delete(fixture, 404)));
    }

    private static Measured delete(Fixture fixture, int status) {
        return fixture.functions.send(
                DeleteDeploymentHandler.class,
                HttpCall.of(DeleteDeploymentHandler.OPERATION).path("id", ID),
                status);
    }
}
