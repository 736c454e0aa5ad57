package dev.backplane.deployments.capacity;

import static dev.backplane.deployments.capacity.Fixture.CONFIG;
import static dev.backplane.deployments.capacity.Fixture.ID;

import dev.backplane.deployments.BranchName;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.api.CreateDeploymentHandler;
import dev.backplane.deployments.api.DeleteDeploymentHandler;
import dev.backplane.deployments.api.DeleteRetentionHandler;
import dev.backplane.deployments.api.GetRetentionHandler;
import dev.backplane.deployments.api.ListDeploymentsHandler;
import dev.backplane.deployments.api.PreviewRetentionHandler;
import dev.backplane.deployments.api.PutRetentionHandler;
import dev.backplane.deployments.api.RunRetentionHandler;
import dev.backplane.deployments.events.RetentionSweeperHandler;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.Operation;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The rows of deployments that belong to a project, and of the operations on projects. */
final class ProjectCases {

    private static final Origin SHOP = new Origin(
            Optional.of(new ProjectName("shop")),
            Optional.of(new BranchName("main")),
            Optional.of("4f2a9c1"),
            Optional.of("Show the price with tax"));

    private ProjectCases() {}

    static List<CapacityCase<Fixture>> all() {
        return Stream.of(deployments(), lists(), policies(), expiring())
                .flatMap(List::stream)
                .toList();
    }

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, run);
    }

    private static List<CapacityCase<Fixture>> deployments() {
        return List.of(
                row("CreateDeployment", "of a project", fixture -> create(fixture, call(), 201)),
                row("CreateDeployment", "of a project, with a key", fixture -> create(fixture, keyed(), 201)),
                row("CreateDeployment", "repeated with its key", fixture -> {
                    create(fixture, keyed(), 201);
                    return create(fixture, keyed(), 200);
                }),
                row("UpdateDeploymentStatus", "FINISHED, of a project", fixture -> {
                    fixture.stores.deployment(ID, SHOP);
                    return fixture.step(ID, "FINISHED", "," + CONFIG, 200);
                }),
                row("DeleteDeployment", "row removed, of a project", fixture -> {
                    fixture.stores.finished(ID, SHOP);
                    return delete(fixture, 204);
                }),
                row("DeleteDeployment", "destroy requested, of a project", fixture -> {
                    fixture.stores.in(DeploymentStatus.FINISHED, ID, SHOP);
                    return delete(fixture, 200);
                }));
    }

    private static HttpCall call() {
        return HttpCall.of(CreateDeploymentHandler.OPERATION)
                .body("{\"id\":\"" + ID + "\",\"project\":\"shop\",\"branch\":\"main\",\"commit\":\"4f2a9c1\","
                        + "\"message\":\"Show the price with tax\"}");
    }

    private static HttpCall keyed() {
        return call().header("idempotency-key", "pipeline-4711");
    }

    private static Measured create(Fixture fixture, HttpCall call, int status) {
        return fixture.functions.send(CreateDeploymentHandler.class, call, status);
    }

    private static Measured delete(Fixture fixture, int status) {
        return fixture.functions.send(
                DeleteDeploymentHandler.class,
                HttpCall.of(DeleteDeploymentHandler.OPERATION).path("id", ID),
                status);
    }

    private static List<CapacityCase<Fixture>> lists() {
        return List.of(
                row("ListDeployments", "of a project, page of 25", fixture -> list(fixture, "")),
                row(
                        "ListDeployments",
                        "of a branch in a status, page of 25",
                        fixture -> list(fixture, "&branch=main&status=FINISHED")));
    }

    private static Measured list(Fixture fixture, String filter) {
        fill(fixture, 30, false);
        return fixture.functions.send(
                ListDeploymentsHandler.class,
                HttpCall.of(ListDeploymentsHandler.OPERATION).query("project=shop" + filter),
                200);
    }

    private static List<CapacityCase<Fixture>> policies() {
        return List.of(
                row("PutRetention", "set", ProjectCases::keepFive),
                row("GetRetention", "found", fixture -> {
                    keepFive(fixture);
                    return send(fixture, GetRetentionHandler.class, GetRetentionHandler.OPERATION, 200);
                }),
                row(
                        "GetRetention",
                        "not found",
                        fixture -> send(fixture, GetRetentionHandler.class, GetRetentionHandler.OPERATION, 404)),
                row("DeleteRetention", "deleted", fixture -> {
                    keepFive(fixture);
                    return send(fixture, DeleteRetentionHandler.class, DeleteRetentionHandler.OPERATION, 204);
                }),
                row(
                        "DeleteRetention",
                        "not found",
                        fixture -> send(fixture, DeleteRetentionHandler.class, DeleteRetentionHandler.OPERATION, 404)));
    }

    private static Measured keepFive(Fixture fixture) {
        return fixture.functions.send(
                PutRetentionHandler.class,
                HttpCall.of(PutRetentionHandler.OPERATION)
                        .path("project", "shop")
                        .body("{\"keepLast\":5}"),
                200);
    }

    private static Measured send(Fixture fixture, Class<? extends HttpHandler> type, Operation operation, int status) {
        return fixture.functions.send(type, HttpCall.of(operation).path("project", "shop"), status);
    }

    private static List<CapacityCase<Fixture>> expiring() {
        return List.of(
                row("PreviewRetention", "10 of 15 expire", fixture -> {
                    fill(fixture, 15, false);
                    keepFive(fixture);
                    return send(fixture, PreviewRetentionHandler.class, PreviewRetentionHandler.OPERATION, 200);
                }),
                row("RunRetention", "10 of 15 are deleted", fixture -> {
                    fill(fixture, 15, false);
                    keepFive(fixture);
                    return send(fixture, RunRetentionHandler.class, RunRetentionHandler.OPERATION, 200);
                }),
                row("RunRetention", "the destruction of 10 of 15 is requested", fixture -> {
                    fill(fixture, 15, true);
                    keepFive(fixture);
                    return send(fixture, RunRetentionHandler.class, RunRetentionHandler.OPERATION, 200);
                }),
                row(
                        "RetentionSweeper",
                        "no policies",
                        fixture -> fixture.functions.start(RetentionSweeperHandler.class)),
                row("RetentionSweeper", "1 project, nothing to do", fixture -> {
                    fill(fixture, 5, false);
                    keepFive(fixture);
                    return fixture.functions.start(RetentionSweeperHandler.class);
                }),
                row("RetentionSweeper", "1 project, 10 of 15 are deleted", fixture -> {
                    fill(fixture, 15, false);
                    keepFive(fixture);
                    return fixture.functions.start(RetentionSweeperHandler.class);
                }));
    }

    private static void fill(Fixture fixture, int count, boolean stack) {
        for (int i = 0; i < count; i++) {
            String id = ID.substring(0, ID.length() - 2) + (10 + i);
            if (stack) {
                fixture.stores.in(DeploymentStatus.FINISHED, id, SHOP);
            } else {
                fixture.stores.finished(id, SHOP);
            }
        }
    }
}
