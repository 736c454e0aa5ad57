package dev.backplane.tenants.capacity;

import static dev.backplane.tenants.store.StoreFixture.ACME;

import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.http.Operation;
import dev.backplane.tenants.Registration;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.capacity.Functions;
import java.util.Map;

/** The functions of the service, and its stores to prepare the table. */
final class Fixture {

    final FakeAws aws;
    final StoreFixture stores;
    final Functions functions;

    Fixture(DynamoLocal local) {
        this.aws = new FakeAws(local);
        this.stores = new StoreFixture(local);
        this.functions = new Functions(
                local,
                aws,
                Map.ofEntries(
                        Map.entry(TenantsSettings.TENANT_TABLE, stores.table()),
                        Map.entry(TenantsSettings.TENANT_STACK_VERSION, "1.0.1"),
                        Map.entry(TenantsSettings.TENANT_TEMPLATE_URL, "https://bucket/template.json"),
                        Map.entry(TenantsSettings.TENANT_STACK_PREFIX, "t"),
                        Map.entry(TenantsSettings.TENANT_STACK_ROLE, "role"),
                        Map.entry(TenantsSettings.METADATA_FUNCTION, "function"),
                        Map.entry(TenantsSettings.TENANT_DLQ, "dlq"),
                        Map.entry(
                                TenantsSettings.TENANT_STACK_PARAMETERS,
                                "TenantId,StackVersion,Execution,MetadataFunctionArn"),
                        Map.entry(
                                TenantsSettings.FORWARDING_DLQ,
                                aws.queues.create().url()),
                        Map.entry(TenantsSettings.TENANT_QUEUE_ROLE, FakeAws.QUEUE_ROLE),
                        Map.entry(
                                TenantsSettings.SUSPENSION_QUEUE,
                                aws.queues.create().url()),
                        Map.entry(TenantsSettings.TENANT_ONBOARDING, "open"),
                        Map.entry(TenantsSettings.TENANT_TIERS, "premium,standard"),
                        Map.entry(TenantsSettings.CREATE_MACHINE, "create"),
                        Map.entry(TenantsSettings.UPDATE_MACHINE, "update"),
                        Map.entry(TenantsSettings.DELETE_MACHINE, "delete"),
                        Map.entry(TenantsSettings.UPGRADE_MACHINE, "upgrade"),
                        Map.entry(EventPublisher.BUS_SETTING, "bus")));
    }

    /** Stores the tenant with a version. */
    Fixture ready(String version) {
        stores.put(StoreFixture.metadataRow(ACME, version));
        return audit("AUDIT#CREATE", "Success", 1);
    }

    /** Stores the tenant with queues that exist. */
    Fixture readyWithQueues() {
        stores.put(StoreFixture.metadataRow(ACME, "1.0.1", aws.queues.create(), aws.queues.create()));
        return audit("AUDIT#CREATE", "Success", 1);
    }

    /** Registers the tenant. */
    Fixture withProfile() {
        stores.profiles.register(ACME, Registration.NONE);
        return this;
    }

    /** Stores the row of an execution of the current version. */
    Fixture audit(String sort, String status, int attempt) {
        stores.put(StoreFixture.auditRow(ACME, sort, status, "1.0.1", 1, attempt));
        return this;
    }

    static HttpCall acme(Operation operation) {
        return HttpCall.of(operation).path("tenantId", "acme");
    }
}
