package dev.backplane.tenants.api;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.Queue;
import dev.backplane.tenants.events.SettleSuspensionHandler;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.RecordingBus.Event;
import dev.backplane.testing.Threads;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SuspensionHandlersTest {

    private static final String UNPAID = "{\"reason\":\"unpaid\"}";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private ApiFixture api;
    private Queue inbound;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
        inbound = api.aws.queues.create();
    }

    private void provision() {
        api.stores.put(metadataRow(ACME, "1.0.1", inbound, api.aws.queues.create()));
        api.stores.put(auditRow(ACME, "AUDIT#CREATE", "Success", "1.0.1", 1, 1));
    }

    private void settle() {
        Invoke.with(
                new SettleSuspensionHandler(api.test.platform()),
                "{\"Records\":[{\"messageId\":\"m\",\"body\":\"{\\\"tenantId\\\":\\\"acme\\\"}\"}]}");
    }

    private List<String> published() {
        return api.aws.bus.events().stream().map(Event::type).toList();
    }

    private String policy() {
        return api.aws.queues.policy(inbound);
    }

    private void assertSuspended(GatewayResponse answer) {
        assertThat(answer.status()).isEqualTo(423);
        assertThatJson(answer.body())
                .isObject()
                .containsEntry("code", "TENANT_SUSPENDED")
                .containsEntry("reason", "unpaid")
                .containsEntry("suspendedAt", "2026-01-05T00:00:00.000Z");
    }

    @Test
    void suspend_locksTheQueue_andPublishes() {
        provision();
        GatewayResponse answer = api.suspend("acme", UNPAID);
        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).isEqualTo("""
                {tenantId:'acme',status:'suspended',suspension:{reason:'unpaid',suspendedAt:'2026-01-05T00:00:00.000Z',
                 actor:{type:'user',id:'${json-unit.any-string}'}}}""");
        assertThatJson(policy()).node("Statement[0].Effect").isEqualTo("Deny");
        assertThatJson(policy()).node("Statement[0].Condition").isObject().containsOnlyKeys("ArnEquals");
        assertThat(published()).containsExactly("TenantSuspended");
        assertSuspended(api.queue("acme", "Inbound"));
        assertThatJson(api.tenant("acme").body()).node("suspension.reason").isEqualTo("unpaid");
        assertThat(api.queues("acme").status())
                .as("operators still see the queue")
                .isEqualTo(200);
    }

    @Test
    void resume_deniesTheSessionsFromBefore_andPublishes() {
        provision();
        api.suspend("acme", UNPAID);
        GatewayResponse answer = api.resume("acme");
        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body())
                .isEqualTo("{tenantId:'acme',status:'ready',sessionsFrom:'2026-01-05T00:00:00.000Z'}");
        assertThatJson(policy())
                .node("Statement[0].Condition.DateLessThan")
                .isEqualTo("{'aws:TokenIssueTime':'2026-01-05T00:00:00.000Z'}");
        assertThat(published()).containsExactly("TenantSuspended", "TenantResumed");
        assertThat(api.queue("acme", "Inbound").status()).isEqualTo(200);
    }

    @Test
    void suspend_again_repairsThePolicy_andPublishesNothing() {
        provision();
        api.suspend("acme", UNPAID);
        api.aws.queues.policy(inbound, "");
        assertThat(api.suspend("acme", UNPAID).status()).isEqualTo(200);
        assertThatJson(policy()).node("Statement").isArray().hasSize(1);
        assertThat(published()).hasSize(1);
    }

    @Test
    void suspend_aTenantThatIsNotProvisioned_keepsItThatWay() {
        assertThat(api.suspend("acme", UNPAID).code()).isEqualTo("TENANT_NOT_FOUND");
        api.register("acme", "{}");
        assertThat(api.suspend("acme", UNPAID).status()).isEqualTo(200);
        assertSuspended(api.queue("acme", "Inbound"));
        assertThat(api.register("acme", "{\"provision\":true}").status()).isEqualTo(200);
        assertThat(api.aws.machines.started()).isEmpty();
        api.stores.put(auditRow(ACME, "AUDIT#CREATE", "Failure", "1.0.1", 1, 5));
        assertSuspended(api.retry("acme"));
        assertThat(api.aws.machines.started()).isEmpty();
        api.resume("acme");
        assertThat(api.retry("acme").status()).isEqualTo(202);
    }

    @Test
    void suspend_withoutAReason_orADeletedTenant_isRefused() {
        provision();
        assertThat(api.suspend("acme", "{}").status()).isEqualTo(400);
        assertThat(api.suspend("acme", "{\"reason\":\" \"}").status()).isEqualTo(400);
        api.stores.put(auditRow(ACME, "AUDIT#DELETE", "Started", "1.0.1", 1, 1));
        assertThat(api.suspend("acme", UNPAID).code()).isEqualTo("TENANT_DELETED");
        assertThat(api.resume("acme").code()).isEqualTo("TENANT_DELETED");
        assertThat(policy()).isEmpty();
    }

    @Test
    void aSuspensionWhosePolicyCouldNotBeSet_isCompletedByTheMessage() {
        provision();
        api.aws.queues.refuse("SetQueueAttributes", "AccessDeniedException");
        assertThat(api.suspend("acme", UNPAID).status()).isEqualTo(500);
        assertSuspended(api.queue("acme", "Inbound"));
        assertThat(published()).isEmpty();

        api.aws.queues.accept("SetQueueAttributes");
        settle();
        assertThatJson(policy()).node("Statement[0].Effect").isEqualTo("Deny");
        assertThat(published()).containsExactly("TenantSuspended");
        settle();
        assertThat(published()).hasSize(1);
        assertThat(api.aws.queues.policiesSet()).isEqualTo(1);
    }

    @Test
    void nothingChanges_ifTheMessageCannotBeSent() {
        provision();
        api.aws.queues.refuse("SendMessage", "AccessDeniedException");
        assertThat(api.suspend("acme", UNPAID).status()).isEqualTo(500);
        assertThat(api.queue("acme", "Inbound").status()).isEqualTo(200);
        assertThat(policy()).isEmpty();
    }

    @Test
    void suspendAndResume_whenManyRace_leaveThePolicyOfTheRow() {
        provision();
        Threads.race(6, i -> i % 2 == 0 ? api.suspend("acme", UNPAID) : api.resume("acme"))
                .allResults();
        settle();
        boolean suspended = api.queue("acme", "Inbound").status() == 423;
        assertThatJson(policy())
                .node("Statement[0].Condition")
                .isObject()
                .matches(condition -> condition.containsKey("DateLessThan") != suspended);
    }

    @Test
    void aQueueThatWasDeletedByHand_doesNotPreventASuspension() {
        api.stores.put(metadataRow(ACME, "1.0.1"));
        assertThat(api.suspend("acme", UNPAID).status()).isEqualTo(200);
        assertSuspended(api.queue("acme", "Inbound"));
    }
}
