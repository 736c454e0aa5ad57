package dev.backplane.tenants.api;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static dev.backplane.tenants.store.StoreFixture.olderRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.HttpCall;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IssueQueueCredentialsHandlerTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    private void provision() {
        api.stores.put(metadataRow(ACME, "1.0.1"));
        api.stores.put(auditRow(ACME, "AUDIT#CREATE", "Success", "1.0.1", 1, 1));
    }

    private HttpCall asClient(String client, String tenant) {
        return api.credentialsCall(tenant, "inbound", "{}")
                .scopes("backplane/tenants.self")
                .claim("client_id", client)
                .sub(client);
    }

    @Test
    void credentials_areASessionForOneQueue() {
        provision();
        GatewayResponse answer = api.credentials(api.credentialsCall("acme", "INBOUND", "{\"durationMinutes\":15}"));
        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).isEqualTo("""
                {accessKeyId:'AKIA1',secretAccessKey:'secret',sessionToken:'token',expiresAt:'2026-01-05T00:15:00.000Z',
                 queueUrl:'https://sqs.us-east-1.amazonaws.com/000000000000/t-acme-inbound',region:'us-east-1'}""");
        Map<String, String> call = api.aws.sessions.calls().getFirst();
        assertThat(call).containsEntry("RoleArn", FakeAws.QUEUE_ROLE).containsEntry("DurationSeconds", "900");
        assertThat(call.get("RoleSessionName")).matches("acme-inbound-[0-9a-f]{8}");
        assertThatJson(call.get("Policy"))
                .node("Statement[0].Resource")
                .isEqualTo("arn:aws:sqs:us-east-1:000000000000:t-acme-inbound");
        assertThat(api.test.lines()).noneMatch(line -> line.contains("secret") || line.contains("token"));
    }

    @Test
    void credentials_lastAnHourByDefault_andNameTheLongestTenant() {
        String longest = "a".repeat(46);
        api.stores.put(olderRow(TenantId.parse(longest)));
        assertThat(api.credentials(longest, "Outbound").status()).isEqualTo(200);
        Map<String, String> call = api.aws.sessions.calls().getFirst();
        assertThat(call).containsEntry("DurationSeconds", "3600");
        assertThat(call.get("RoleSessionName")).hasSize(64);
        assertThat(call.get("Policy")).contains("sqs:SendMessage").doesNotContain("sqs:ReceiveMessage", "kms:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"durationMinutes\":14}",
                "{\"durationMinutes\":61}",
                "{\"durationMinutes\":\"15\"}",
                "{\"x\":1}"
            })
    void credentials_withAnInvalidBody_areRefused(String body) {
        provision();
        assertThat(api.credentials(api.credentialsCall("acme", "inbound", body)).status())
                .isEqualTo(400);
        assertThat(api.aws.sessions.calls()).isEmpty();
    }

    @Test
    void credentials_beforeTheQueueExists_areAnsweredAsTheQueue() {
        assertThat(api.credentials("acme", "sideways").code()).isEqualTo("INVALID_QUEUE_TYPE");
        GatewayResponse first = api.credentials("acme", "inbound");
        assertThat(first.status()).isEqualTo(202);
        assertThat(first.header("retry-after")).contains("5");
        assertThat(api.aws.machines.started()).hasSize(1);
        api.stores.put(auditRow(ACME, "AUDIT#CREATE", "Failure", "1.0.1", 1, 1));
        assertThat(api.credentials("acme", "inbound").status()).isEqualTo(503);
        provision();
        assertThat(api.credentials("acme", "outbound").code()).isEqualTo("QUEUE_NOT_FOUND");
        api.stores.put(auditRow(ACME, "AUDIT#DELETE", "Success", "1.0.1", 1, 1));
        assertThat(api.credentials("acme", "inbound").status()).isEqualTo(410);
        assertThat(api.aws.sessions.calls()).isEmpty();
    }

    @Test
    void credentials_ofASuspendedTenant_areRefused() {
        provision();
        api.suspend("acme", "{\"reason\":\"unpaid\"}");
        GatewayResponse answer = api.credentials("acme", "inbound");
        assertThat(answer.status()).isEqualTo(423);
        assertThat(answer.code()).isEqualTo("TENANT_SUSPENDED");
        assertThat(api.aws.sessions.calls()).isEmpty();
    }

    @Test
    void credentials_issuedWhileTheTenantIsSuspended_areNotReturned() {
        provision();
        api.aws.sessions.before(() -> api.suspend("acme", "{\"reason\":\"unpaid\"}"));
        GatewayResponse answer = api.credentials("acme", "inbound");
        assertThat(answer.status()).isEqualTo(423);
        assertThat(answer.body()).doesNotContain("secret");
    }

    @Test
    void credentials_inTheSecondOfAResumption_areFromTheNextOne() {
        provision();
        api.suspend("acme", "{\"reason\":\"unpaid\"}");
        api.test.clock().advance(Duration.ofMillis(300));
        api.resume("acme");
        api.aws.sessions.at(TestClock.START, TestClock.START.plusSeconds(1));
        GatewayResponse answer = api.credentials("acme", "inbound");
        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).node("accessKeyId").isEqualTo("AKIA2");
    }

    @Test
    void aClient_getsCredentialsForItsOwnTenantOnly() {
        provision();
        assertThat(api.credentials(asClient("robot-1", "acme")).status()).isEqualTo(200);
        assertThat(api.credentials(asClient("Robot-1", "acme")).status()).isEqualTo(200);
        assertThat(api.credentials(asClient("robot-2", "acme")).status()).isEqualTo(403);
        assertThat(api.credentials(asClient("robot-1", "globex")).status())
                .as("the same response whether or not the tenant exists")
                .isEqualTo(403);
        assertThat(api.credentials(asClient("robot-3", "acme")).status()).isEqualTo(403);
        assertThat(api.aws.machines.started()).isEmpty();
    }

    @Test
    void aPersonWithTheIdOfAClient_isRefused() {
        provision();
        HttpCall person = api.credentialsCall("acme", "inbound", "{}")
                .scopes("backplane/tenants.self")
                .sub("robot-1");
        assertThat(api.credentials(person).status()).isEqualTo(403);
    }

    @Test
    void keys_areAllowed_ifTheTemplateHasThem() {
        provision();
        api.credentialsCall("acme", "inbound", "{}")
                .send(new IssueQueueCredentialsHandler(
                        api.test.with(TenantsSettings.TENANT_QUEUE_KEYS, "true").platform()));
        assertThat(api.aws.sessions.calls().getFirst().get("Policy")).contains("kms:Decrypt");
    }
}
