package dev.backplane.layers.api;

import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.store.LayerStore;
import dev.backplane.layers.store.StoreFixture;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.Operation;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.TestPlatform;
import java.util.Map;

/** The handlers over the table of one test. */
final class ApiFixture {

    final StoreFixture stores;
    final TestPlatform test;
    private final Platform platform;

    ApiFixture(DynamoLocal local) {
        this.stores = new StoreFixture(local);
        this.test = local.platform(Map.of(
                LayersSettings.LAYER_TABLE, local.table(LayerStore.TABLE), LayersSettings.ACCOUNT_ID, "000000000000"));
        this.platform = test.platform();
    }

    static HttpCall at(Operation operation, String region, String name) {
        return HttpCall.of(operation).path("region", region).path("package", name);
    }

    GatewayResponse register(String region, String name, String body) {
        return at(RegisterLayerHandler.OPERATION, region, name).body(body).send(new RegisterLayerHandler(platform));
    }

    GatewayResponse latest(String region, String name) {
        return at(GetLatestLayerHandler.OPERATION, region, name).send(new GetLatestLayerHandler(platform));
    }

    GatewayResponse version(String region, String name, String version) {
        return at(GetLayerVersionHandler.OPERATION, region, name)
                .path("version", version)
                .send(new GetLayerVersionHandler(platform));
    }

    GatewayResponse usage(String region, String name, String version, String query) {
        return at(GetLayerUsageHandler.OPERATION, region, name)
                .path("version", version)
                .query(query)
                .send(new GetLayerUsageHandler(platform));
    }

    GatewayResponse versions(String region, String name, String query) {
        return at(ListLayerVersionsHandler.OPERATION, region, name)
                .query(query)
                .send(new ListLayerVersionsHandler(platform));
    }

    GatewayResponse delete(String region, String name, String version, String query) {
        return at(DeleteLayerVersionHandler.OPERATION, region, name)
                .path("version", version)
                .query(query)
                .send(new DeleteLayerVersionHandler(platform));
    }

    /** Sends to a version of one layer. */
    private static HttpCall atVersion(Operation operation, String version) {
        return at(operation, "us-east-1", "requests").path("version", version);
    }

    GatewayResponse hold(String version, String body) {
        return atVersion(HoldLayerVersionHandler.OPERATION, version)
                .body(body)
                .send(new HoldLayerVersionHandler(platform));
    }

    GatewayResponse release(String version, String query) {
        return atVersion(ReleaseLayerVersionHandler.OPERATION, version)
                .query(query)
                .send(new ReleaseLayerVersionHandler(platform));
    }

    GatewayResponse patch(String version, String body) {
        return atVersion(UpdateLayerVersionHandler.OPERATION, version)
                .body(body)
                .send(new UpdateLayerVersionHandler(platform));
    }

    /**
     * Asks for the coverage of a package.
     *
     * @param regions the regions of the stage
     */
    GatewayResponse coverage(String name, String regions) {
        return HttpCall.of(GetPackageCoverageHandler.OPERATION)
                .path("package", name)
                .send(new GetPackageCoverageHandler(
                        test.with(LayerLimits.LAYER_REGIONS, regions).platform()));
    }

    GatewayResponse deployed(String region, String query) {
        return HttpCall.of(ListLayersHandler.OPERATION)
                .path("region", region)
                .query(query)
                .send(new ListLayersHandler(platform));
    }

    GatewayResponse latestOfRegion(String region, String query, String accept) {
        return HttpCall.of(ListLatestLayersHandler.OPERATION)
                .path("region", region)
                .query(query)
                .header("Accept", accept)
                .send(new ListLatestLayersHandler(platform));
    }

    GatewayResponse latestOfPackage(String name, String query) {
        return HttpCall.of(GetPackageLatestHandler.OPERATION)
                .path("package", name)
                .query(query)
                .send(new GetPackageLatestHandler(platform));
    }

    GatewayResponse build(String name, String body) {
        return HttpCall.of(RegisterBuildHandler.OPERATION)
                .path("package", name)
                .body(body)
                .send(new RegisterBuildHandler(platform));
    }

    GatewayResponse latestBuilds(String query) {
        return HttpCall.of(ListLatestBuildsHandler.OPERATION).query(query).send(new ListLatestBuildsHandler(platform));
    }

    GatewayResponse latestBuild(String name) {
        return HttpCall.of(GetLatestBuildHandler.OPERATION)
                .path("package", name)
                .send(new GetLatestBuildHandler(platform));
    }

    GatewayResponse builds(String name, String query) {
        return HttpCall.of(ListBuildsHandler.OPERATION)
                .path("package", name)
                .query(query)
                .send(new ListBuildsHandler(platform));
    }

    GatewayResponse buildVersion(String name, String version) {
        return HttpCall.of(GetBuildHandler.OPERATION)
                .path("package", name)
                .path("version", version)
                .send(new GetBuildHandler(platform));
    }

    GatewayResponse requirements(String hash) {
        return HttpCall.of(GetRequirementsHandler.OPERATION)
                .path("hash", hash)
                .send(new GetRequirementsHandler(platform));
    }
}
