package dev.backplane.deployments.api;

import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.platform.Platform;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.TestPlatform;

/** The handlers over the tables of one test. */
final class ApiFixture {

    final StoreFixture stores;
    final TestPlatform test;
    private final Platform platform;
    private final ResolveAliasHandler resolver;

    ApiFixture(DynamoLocal local) {
        this.stores = new StoreFixture(local);
        this.test = local.platform(StoreFixture.settings(local));
        this.platform = test.platform();
        this.resolver = new ResolveAliasHandler(platform);
    }

    GatewayResponse create(String body) {
        return HttpCall.of(CreateDeploymentHandler.OPERATION).body(body).send(new CreateDeploymentHandler(platform));
    }

    GatewayResponse create(String body, String idempotencyKey) {
        return HttpCall.of(CreateDeploymentHandler.OPERATION)
                .header("idempotency-key", idempotencyKey)
                .body(body)
                .send(new CreateDeploymentHandler(platform));
    }

    GatewayResponse deployment(String id) {
        return HttpCall.of(GetDeploymentHandler.OPERATION).path("id", id).send(new GetDeploymentHandler(platform));
    }

    GatewayResponse deployments(String query) {
        return HttpCall.of(ListDeploymentsHandler.OPERATION).query(query).send(new ListDeploymentsHandler(platform));
    }

    GatewayResponse status(String id, String body) {
        return HttpCall.of(UpdateDeploymentStatusHandler.OPERATION)
                .path("id", id)
                .body(body)
                .send(new UpdateDeploymentStatusHandler(platform));
    }

    GatewayResponse delete(String id, String query) {
        return HttpCall.of(DeleteDeploymentHandler.OPERATION)
                .path("id", id)
                .query(query)
                .send(new DeleteDeploymentHandler(platform));
    }

    GatewayResponse putRetention(String project, String body) {
        return HttpCall.of(PutRetentionHandler.OPERATION)
                .path("project", project)
                .body(body)
                .send(new PutRetentionHandler(platform));
    }

    GatewayResponse retention(String project) {
        return HttpCall.of(GetRetentionHandler.OPERATION)
                .path("project", project)
                .send(new GetRetentionHandler(platform));
    }

    GatewayResponse deleteRetention(String project) {
        return HttpCall.of(DeleteRetentionHandler.OPERATION)
                .path("project", project)
                .send(new DeleteRetentionHandler(platform));
    }

    GatewayResponse previewRetention(String project, String query) {
        return HttpCall.of(PreviewRetentionHandler.OPERATION)
                .path("project", project)
                .query(query)
                .send(new PreviewRetentionHandler(platform));
    }

    GatewayResponse runRetention(String project) {
        return HttpCall.of(RunRetentionHandler.OPERATION)
                .path("project", project)
                .send(new RunRetentionHandler(platform));
    }

    GatewayResponse createAlias(String body) {
        return HttpCall.of(CreateAliasHandler.OPERATION).body(body).send(new CreateAliasHandler(platform));
    }

    GatewayResponse history(String query) {
        return HttpCall.of(ListAliasHistoryHandler.OPERATION).query(query).send(new ListAliasHistoryHandler(platform));
    }

    GatewayResponse rollBack(String body) {
        return HttpCall.of(RollBackAliasHandler.OPERATION).body(body).send(new RollBackAliasHandler(platform));
    }

    GatewayResponse lock(String body) {
        return HttpCall.of(LockAliasHandler.OPERATION).body(body).send(new LockAliasHandler(platform));
    }

    GatewayResponse unlock(String query) {
        return HttpCall.of(UnlockAliasHandler.OPERATION).query(query).send(new UnlockAliasHandler(platform));
    }

    GatewayResponse split(String body) {
        return HttpCall.of(SplitAliasHandler.OPERATION).body(body).send(new SplitAliasHandler(platform));
    }

    GatewayResponse endSplit(String query) {
        return HttpCall.of(EndAliasSplitHandler.OPERATION).query(query).send(new EndAliasSplitHandler(platform));
    }

    GatewayResponse promote(String body) {
        return HttpCall.of(PromoteAliasesHandler.OPERATION).body(body).send(new PromoteAliasesHandler(platform));
    }

    GatewayResponse promote(String key, String body) {
        return HttpCall.of(PromoteAliasesHandler.OPERATION)
                .header("idempotency-key", key)
                .body(body)
                .send(new PromoteAliasesHandler(platform));
    }

    GatewayResponse undo(String id, String body) {
        return HttpCall.of(UndoPromotionHandler.OPERATION)
                .path("id", id)
                .body(body)
                .send(new UndoPromotionHandler(platform));
    }

    GatewayResponse promotion(String id) {
        return HttpCall.of(GetPromotionHandler.OPERATION).path("id", id).send(new GetPromotionHandler(platform));
    }

    GatewayResponse promotions(String query) {
        return HttpCall.of(ListPromotionsHandler.OPERATION).query(query).send(new ListPromotionsHandler(platform));
    }

    GatewayResponse alias(String host) {
        return HttpCall.of(GetAliasHandler.OPERATION).path("hostname", host).send(new GetAliasHandler(platform));
    }

    GatewayResponse alias(String host, String basePath) {
        return HttpCall.of(GetAliasHandler.OPERATION)
                .path("hostname", host)
                .path("basePath", basePath)
                .send(new GetAliasHandler(platform));
    }

    GatewayResponse aliases(String query) {
        return HttpCall.of(ListAliasesHandler.OPERATION).query(query).send(new ListAliasesHandler(platform));
    }

    GatewayResponse deleteAlias(String host) {
        return HttpCall.of(DeleteAliasHandler.OPERATION).path("hostname", host).send(new DeleteAliasHandler(platform));
    }

    /** Resolves with one handler for the whole test, as a warm function does. */
    GatewayResponse resolve(String query) {
        return HttpCall.of(ResolveAliasHandler.OPERATION).query(query).send(resolver);
    }

    GatewayResponse resolveFresh(String query) {
        return HttpCall.of(ResolveAliasHandler.OPERATION)
                .query(query)
                .header("cache-control", "no-cache")
                .send(resolver);
    }
}
