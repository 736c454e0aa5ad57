package dev.backplane.tenants.api;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.Queue;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.LocalQueues;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedriveQueueHandlerTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private void assertRefused(String type, int status, String code) {
        GatewayResponse answer = api.redrive("acme", type);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }

    @Test
    void redrive_movesTheDeadLettersToTheQueue() {
        Queue inbound = api.aws.queues.create();
        Queue deadLetters = api.aws.queues.create();
        api.stores.put(metadataRow(ACME, "1.0.1", inbound, deadLetters));
        api.aws.queues.send(deadLetters, 500);

        GatewayResponse answer = api.redrive("acme", "inbound");

        assertThat(answer.status()).isEqualTo(202);
        assertThatJson(answer.body())
                .isObject()
                .containsOnlyKeys(
                        "status", "movedMessages", "totalMessages", "startedAt", "failureReason", "taskHandle");
        assertThat(api.aws.queues.await(inbound, 500)).hasSize(500);
        assertThatJson(api.queues("acme").body())
                .node("items[0].deadLetters.redrive.movedMessages")
                .isEqualTo(500);
    }

    @Test
    void redrive_ofATenantThatDoesNotExist_isRefused() {
        assertRefused("Inbound", 404, "TENANT_NOT_FOUND");
        api.stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.1", 1, 1));
        assertRefused("Inbound", 404, "QUEUE_NOT_FOUND");
        api.stores.put(metadataRow(ACME, "1.0.1"));
        api.stores.put(auditRow(ACME, "AUDIT#DELETE", "Started", "1.0.1", 1, 1));
        assertRefused("Inbound", 410, "TENANT_DELETED");
    }

    @Test
    void redrive_ofAnotherType_isRefused() {
        api.stores.put(metadataRow(ACME, "1.0.1"));
        assertRefused("sideways", 400, "INVALID_QUEUE_TYPE");
        assertRefused("Outbound", 404, "QUEUE_NOT_FOUND");
    }

    @Test
    void redrive_withoutDeadLettersOfItsOwn_isRefusedWithWhatHelps() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        GatewayResponse older = api.redrive("acme", "Inbound");
        assertThat(older.status()).isEqualTo(409);
        assertThatJson(older.body())
                .isObject()
                .containsEntry("code", "UPGRADE_REQUIRED")
                .containsEntry("version", "1.0.0")
                .containsEntry("current", "1.0.1");

        api.stores.put(metadataRow(ACME, "1.0.1"));
        assertRefused("Inbound", 409, "NO_DEAD_LETTER_QUEUE");
    }

    @Test
    void redrive_ofAQueueThatWasDeletedMeanwhile_isRefused() {
        api.stores.put(metadataRow(ACME, "1.0.1", LocalQueues.missing(), LocalQueues.missing()));
        assertRefused("Inbound", 404, "QUEUE_NOT_FOUND");
    }

    @Test
    void redrive_thatSqsDenies_isAFaultThatTellsNothing() {
        api.stores.put(metadataRow(ACME, "1.0.1", api.aws.queues.create(), api.aws.queues.create()));
        api.aws.queues.refuse("StartMessageMoveTask", "AccessDeniedException");
        assertRefused("Inbound", 500, "INTERNAL");
    }
}
