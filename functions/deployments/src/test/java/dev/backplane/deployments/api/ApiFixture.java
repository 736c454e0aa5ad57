package dev.backplane.deployments.api;

import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.DeploymentStore;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.platform.Platform;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.HttpAnswer;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.TestPlatform;
import java.util.Map;

/** The handlers over the tables of one test. */
final class ApiFixture {

    final StoreFixture stores;
    final TestPlatform test;
    private final Platform platform;
    private final ResolveAliasHandler resolver;

    ApiFixture(DynamoLocal local) {
        this.stores = new StoreFixture(local);
        this.test = local.platform(Map.of(
                DeploymentsSettings.DEPLOYMENT_TABLE, local.table(DeploymentStore.TABLE),
                DeploymentsSettings.ALIAS_TABLE, local.table(AliasStore.TABLE)));
        this.platform = test.platform();
        this.resolver = new ResolveAliasHandler(platform);
    }

    HttpAnswer create(String body) {
        return HttpCall.of(CreateDeploymentHandler.OPERATION).body(body).send(new CreateDeploymentHandler(platform));
    }

    HttpAnswer deployment(String id) {
        return HttpCall.of(GetDeploymentHandler.OPERATION).path("id", id).send(new GetDeploymentHandler(platform));
    }

    HttpAnswer deployments(String query) {
        return HttpCall.of(ListDeploymentsHandler.OPERATION).query(query).send(new ListDeploymentsHandler(platform));
    }

    HttpAnswer status(String id, String body) {
        return HttpCall.of(UpdateDeploymentStatusHandler.OPERATION)
                .path("id", id)
                .body(body)
                .send(new UpdateDeploymentStatusHandler(platform));
    }

    HttpAnswer delete(String id, String query) {
        return HttpCall.of(DeleteDeploymentHandler.OPERATION)
                .path("id", id)
                .query(query)
                .send(new DeleteDeploymentHandler(platform));
    }

    HttpAnswer createAlias(String body) {
        return HttpCall.of(CreateAliasHandler.OPERATION).body(body).send(new CreateAliasHandler(platform));
    }

    HttpAnswer alias(String host) {
        return HttpCall.of(GetAliasHandler.OPERATION).path("hostname", host).send(new GetAliasHandler(platform));
    }

    HttpAnswer alias(String host, String basePath) {
        return HttpCall.of(GetAliasHandler.OPERATION)
                .path("hostname", host)
                .path("basePath", basePath)
                .send(new GetAliasHandler(platform));
    }

    HttpAnswer aliases(String query) {
        return HttpCall.of(ListAliasesHandler.OPERATION).query(query).send(new ListAliasesHandler(platform));
    }

    HttpAnswer deleteAlias(String host) {
        return HttpCall.of(DeleteAliasHandler.OPERATION).path("hostname", host).send(new DeleteAliasHandler(platform));
    }

    /** Resolves with one handler for the whole test, as a warm function does. */
    HttpAnswer resolve(String query) {
        return HttpCall.of(ResolveAliasHandler.OPERATION).query(query).send(resolver);
    }

    HttpAnswer resolveFresh(String query) {
        return HttpCall.of(ResolveAliasHandler.OPERATION)
                .query(query)
                .header("cache-control", "no-cache")
                .send(resolver);
    }
}
