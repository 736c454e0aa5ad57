package dev.backplane.tenants.api;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.TestPlatform;
import java.util.Map;
import java.util.function.Function;

/** The handlers with the table of one test. */
final class ApiFixture {

    final FakeAws aws;
    final TestPlatform test;
    final StoreFixture stores;
    final Queue reminders;

    ApiFixture(DynamoLocal local) {
        this.aws = new FakeAws(local);
        this.reminders = aws.queues.create();
        this.stores = new StoreFixture(local);
        this.test = aws.platform(Map.ofEntries(
                Map.entry(TenantsSettings.TENANT_TABLE, stores.table()),
                Map.entry(TenantsSettings.TENANT_STACK_VERSION, "1.0.1"),
                Map.entry(TenantsSettings.TENANT_CLIENTS, "Robot-1=acme,robot-2=globex"),
                Map.entry(TenantsSettings.SUSPENSION_QUEUE, reminders.url()),
                Map.entry(EventPublisher.BUS_SETTING, "bus"),
                Map.entry(TenantsSettings.TENANT_ONBOARDING, "open"),
                Map.entry(TenantsSettings.TENANT_TIERS, "premium,standard"),
                Map.entry(TenantsSettings.CREATE_MACHINE, "create"),
                Map.entry(TenantsSettings.UPDATE_MACHINE, "update"),
                Map.entry(TenantsSettings.DELETE_MACHINE, "delete"),
                Map.entry(TenantsSettings.UPGRADE_MACHINE, "upgrade")));
    }

    private GatewayResponse send(HttpCall call, Function<Platform, RequestStreamHandler> handler) {
        return call.send(handler.apply(test.platform()));
    }

    private static HttpCall of(Operation operation, String tenant) {
        return HttpCall.of(operation).path("tenantId", tenant);
    }

    GatewayResponse queue(String tenant, String type) {
        return send(of(GetQueueHandler.OPERATION, tenant).path("queueType", type), GetQueueHandler::new);
    }

    GatewayResponse queueWhereTenantsAreRegistered(String tenant) {
        return of(GetQueueHandler.OPERATION, tenant)
                .path("queueType", "Inbound")
                .send(new GetQueueHandler(test.with(TenantsSettings.TENANT_ONBOARDING, "registered")
                        .platform()));
    }

    HttpCall credentialsCall(String tenant, String type, String body) {
        return of(IssueQueueCredentialsHandler.OPERATION, tenant)
                .path("queueType", type)
                .body(body);
    }

    GatewayResponse credentials(HttpCall call) {
        return send(call, IssueQueueCredentialsHandler::new);
    }

    GatewayResponse credentials(String tenant, String type) {
        return credentials(credentialsCall(tenant, type, "{}"));
    }

    GatewayResponse suspend(String tenant, String body) {
        return send(of(SuspendTenantHandler.OPERATION, tenant).body(body), SuspendTenantHandler::new);
    }

    GatewayResponse resume(String tenant) {
        return send(of(ResumeTenantHandler.OPERATION, tenant), ResumeTenantHandler::new);
    }

    GatewayResponse register(String tenant, String body) {
        return send(of(RegisterTenantHandler.OPERATION, tenant).body(body), RegisterTenantHandler::new);
    }

    GatewayResponse runs(String tenant, String query) {
        return send(of(ListRunsHandler.OPERATION, tenant).query(query), ListRunsHandler::new);
    }

    GatewayResponse queues(String tenant) {
        return send(of(ListQueuesHandler.OPERATION, tenant), ListQueuesHandler::new);
    }

    GatewayResponse redrive(String tenant, String type) {
        return send(of(RedriveQueueHandler.OPERATION, tenant).path("queueType", type), RedriveQueueHandler::new);
    }

    GatewayResponse tenant(String tenant) {
        return send(of(GetTenantHandler.OPERATION, tenant), GetTenantHandler::new);
    }

    GatewayResponse tenants(String query) {
        return send(HttpCall.of(ListTenantsHandler.OPERATION).query(query), ListTenantsHandler::new);
    }

    GatewayResponse update(String tenant) {
        return send(of(UpdateTenantHandler.OPERATION, tenant), UpdateTenantHandler::new);
    }

    GatewayResponse retry(String tenant) {
        return send(of(RetryTenantHandler.OPERATION, tenant), RetryTenantHandler::new);
    }

    GatewayResponse delete(String tenant) {
        return send(of(DeleteTenantHandler.OPERATION, tenant), DeleteTenantHandler::new);
    }

    GatewayResponse upgrade(String body) {
        return send(HttpCall.of(UpgradeTenantsHandler.OPERATION).body(body), UpgradeTenantsHandler::new);
    }

    GatewayResponse progress(String version) {
        return send(HttpCall.of(GetUpgradeHandler.OPERATION).path("version", version), GetUpgradeHandler::new);
    }
}
