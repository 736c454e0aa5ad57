package dev.backplane.tenants.api;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static dev.backplane.tenants.store.StoreFixture.olderRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.Trace;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.LocalQueues;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.GatewayResponse;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadHandlersTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private ApiFixture api;

    @BeforeEach
    void open() {
        api = new ApiFixture(DYNAMO);
    }

    @Test
    void queues_areListed_inboundFirst() {
        assertThat(api.queues("acme").code()).isEqualTo("TENANT_NOT_FOUND");
        api.stores.put(olderRow(ACME));
        GatewayResponse answer = api.queues("acme");
        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).node("items").isArray().extracting("type").containsExactly("Inbound", "Outbound");
        assertThatJson(answer.body()).node("next").isNull();

        api.stores.put(metadataRow(ACME, "1.0.0"));
        assertThatJson(api.queues("acme").body()).node("items").isArray().hasSize(1);

        api.stores.put(auditRow(ACME, "AUDIT#DELETE", "Started", "1.0.0", 1, 1));
        assertThat(api.queues("acme").status()).isEqualTo(410);
        assertThat(api.queues("acme").code()).isEqualTo("TENANT_DELETED");
    }

    @Test
    void queues_areListedWithTheirMessagesAndDeadLetters() {
        Queue inbound = api.aws.queues.create();
        Queue deadLetters = api.aws.queues.create();
        api.stores.put(metadataRow(ACME, "1.0.1", inbound, deadLetters));
        api.aws.queues.send(inbound, 3);
        api.aws.queues.send(deadLetters, 2);
        api.aws.queues.receiveAll(deadLetters);

        assertThatJson(api.queues("acme").body())
                .node("items[0]")
                .isEqualTo("{tenantId:'acme',type:'Inbound',arn:'" + inbound.arn() + "',url:'" + inbound.url()
                        + "',region:'us-east-1',version:'1.0.1',messages:3,messagesInFlight:0,messagesDelayed:0,"
                        + "oldestMessageAgeSeconds:null,deadLetters:{arn:'" + deadLetters.arn() + "',url:'"
                        + deadLetters.url() + "',messages:0,messagesInFlight:2,redrive:null}}");
    }

    @Test
    void queues_showTheLatestAgeThatCloudWatchMeasured() {
        api.stores.put(metadataRow(ACME, "1.0.1", api.aws.queues.create(), api.aws.queues.create()));
        api.aws.measured(200, """
                <GetMetricStatisticsResponse><GetMetricStatisticsResult><Datapoints>
                <member><Timestamp>2026-01-04T23:58:00Z</Timestamp><Unit>Seconds</Unit><Maximum>120.0</Maximum></member>
                <member><Timestamp>2026-01-04T23:59:00Z</Timestamp><Unit>Seconds</Unit><Maximum>180.0</Maximum></member>
                <member><Timestamp>2026-01-04T23:57:00Z</Timestamp><Unit>Seconds</Unit><Maximum>600.0</Maximum></member>
                </Datapoints></GetMetricStatisticsResult></GetMetricStatisticsResponse>""");
        assertThatJson(api.queues("acme").body())
                .node("items[0].oldestMessageAgeSeconds")
                .isEqualTo(180);

        api.aws.measured(400, "<ErrorResponse><Error><Code>Throttling</Code></Error></ErrorResponse>");
        GatewayResponse withoutCloudWatch = api.queues("acme");
        assertThat(withoutCloudWatch.status()).isEqualTo(200);
        assertThatJson(withoutCloudWatch.body())
                .node("items[0].oldestMessageAgeSeconds")
                .isNull();
    }

    @Test
    void queues_thatWereDeletedByHand_haveNoNumbers() {
        api.stores.put(metadataRow(ACME, "1.0.1", LocalQueues.missing(), LocalQueues.missing()));
        assertThatJson(api.queues("acme").body()).node("items[0].messages").isNull();
        assertThatJson(api.queues("acme").body())
                .node("items[0].deadLetters.messages")
                .isNull();
    }

    @Test
    void tenant_isAnsweredWithAllThatWasDone() {
        assertThat(api.tenant("acme").status()).isEqualTo(404);
        api.stores.put(metadataRow(ACME, "1.0.0"));
        api.stores.put(auditRow(ACME, "AUDIT#CREATE", "Success", "1.0.0", 1, 2));
        api.stores.put(auditRow(ACME, "AUDIT#UPDATE#1.0.1", "Failure", "1.0.1", 1, 1));

        GatewayResponse answer = api.tenant("acme");
        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).isEqualTo("""
                {tenantId:'acme',attributes:{},status:'ready',generation:1,
                 metadata:{version:'1.0.0',inboundQueueArn:'arn:aws:sqs:us-east-1:000000000000:t-acme-inbound',
                  inboundQueueUrl:'https://sqs.us-east-1.amazonaws.com/000000000000/t-acme-inbound',
                  outputs:{},stackId:'stack-of-acme',createdAt:'2026-01-05T00:00:00.000Z',updatedAt:'2026-01-05T00:00:00.000Z'},
                 operations:[
                  {operation:'CREATE',version:'1.0.0',status:'Success',attempt:2,generation:1,
                   execution:'execution:AUDIT#CREATE-2',
                   createdAt:'2026-01-05T00:00:00.000Z',updatedAt:'2026-01-05T00:00:00.000Z'},
                  {operation:'UPDATE',version:'1.0.1',status:'Failure',attempt:1,generation:1,
                   execution:'execution:AUDIT#UPDATE#1.0.1-1',reason:'It broke.',
                   createdAt:'2026-01-05T00:00:00.000Z',updatedAt:'2026-01-05T00:00:00.000Z'}]}""");
    }

    @Test
    void runs_areAnsweredWithTheirSteps_pageByPage() {
        assertThat(api.runs("acme", "").status()).isEqualTo(404);
        api.stores.put(metadataRow(ACME, "1.0.0"));
        assertThatJson(api.runs("acme", "").body()).isEqualTo("{items:[],next:null}");
        for (int attempt = 1; attempt <= 2; attempt++) {
            RunExecution run = StoreFixture.run(OperationKind.CREATE, 1, attempt, "e:acme-a" + attempt)
                    .with(new Trace(TestClock.START, List.of(new Trace.Mark("DeployStack", TestClock.START))));
            api.stores.audits.begin(run);
            api.stores.clock.advance(Duration.ofSeconds(2));
            api.stores.audits.fail(run, "It broke.");
        }
        GatewayResponse page = api.runs("acme", "limit=1");
        assertThatJson(page.body()).node("items[0]").isEqualTo("""
                {operation:'CREATE',version:'1.0.0',status:'Failure',attempt:2,generation:1,execution:'e:acme-a2',
                 actor:{type:'user',id:'ann@example.com'},reason:'It broke.',startedAt:'2026-01-05T00:00:00.000Z',
                 endedAt:'2026-01-05T00:00:04.000Z',durationMillis:4000,
                 steps:[{name:'DeployStack',startedAt:'2026-01-05T00:00:00.000Z',durationMillis:4000}]}""");
        String next = page.body().replaceAll(".*\"next\":\"([^\"]*)\".*", "$1");
        assertThatJson(api.runs("acme", "limit=1&cursor=" + next).body())
                .node("items[0].attempt")
                .isEqualTo(1);
        assertThat(api.runs("other", "limit=1&cursor=" + next).status()).isEqualTo(400);
    }

    @Test
    void aDeletedTenant_isAnsweredWithoutQueues() {
        api.stores.put(auditRow(ACME, "AUDIT#DELETE", "Success", "1.0.0", 1, 1));
        GatewayResponse answer = api.tenant("acme");
        assertThat(answer.status()).isEqualTo(200);
        assertThatJson(answer.body()).isObject().doesNotContainKey("metadata");
        assertThatJson(answer.body()).node("operations[0].operation").isEqualTo("DELETE");
    }

    @Test
    void tenants_areListedPageByPage() {
        for (String id : new String[] {"a", "b", "c"}) {
            api.stores.put(metadataRow(TenantId.parse(id), "1.0.0"));
        }
        GatewayResponse first = api.tenants("limit=2");
        assertThatJson(first.body())
                .node("items")
                .isArray()
                .extracting("tenantId")
                .containsExactly("a", "b");
        assertThatJson(first.body())
                .node("items[0]")
                .isEqualTo("{tenantId:'a',status:'ready',version:'1.0.0',generation:1,"
                        + "createdAt:'2026-01-05T00:00:00.000Z',updatedAt:'2026-01-05T00:00:00.000Z'}");
        GatewayResponse last = api.tenants("limit=2&cursor=" + first.text("next"));
        assertThatJson(last.body())
                .node("items")
                .isArray()
                .extracting("tenantId")
                .containsExactly("c");
        assertThatJson(last.body()).node("next").isNull();

        api.stores.put(auditRow(TenantId.parse("d"), "AUDIT#CREATE", "Failure", "1.0.0", 1, 1));
        assertThatJson(api.tenants("limit=2&cursor=" + first.text("next")).body())
                .node("items[1]")
                .isEqualTo("{tenantId:'d',status:'failed',generation:1,"
                        + "createdAt:'2026-01-05T00:00:00.000Z',updatedAt:'2026-01-05T00:00:00.000Z'}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=101", "limit=x", "limits=1"})
    void tenants_withABadQuery_areRefused(String query) {
        assertThat(api.tenants(query).code()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void tenants_withACursorOfAnotherList_areRefused() {
        assertThat(api.tenants("cursor=abcdefghijklmnop").code()).isEqualTo("INVALID_CURSOR");
    }

    @Test
    void upgrade_isStarted_andTellsHowManyTenantsItIsFor() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        api.stores.put(metadataRow(TenantId.parse("other"), "1.0.1"));
        GatewayResponse answer = api.upgrade("{\"maxConcurrency\":7,\"toleratedFailurePercentage\":100}");

        assertThat(answer.status()).isEqualTo(202);
        assertThatJson(answer.body()).isEqualTo("{version:'1.0.1',execution:'upgrade:upgrade-v1-0-1-a1',tenants:1}");
        assertThat(api.aws.machines.started().getFirst().input())
                .startsWith("{\"attempt\":1,\"version\":\"1.0.1\",\"maxConcurrency\":7,\"toleratedFailures\":1,"
                        + "\"request\":\"");
    }

    @Test
    void upgrade_withoutWishes_hasTheDefaults() {
        api.stores.putAll(IntStream.range(0, 59)
                .mapToObj(i -> metadataRow(TenantId.parse("t" + i), "1.0.0"))
                .toList());
        assertThat(api.upgrade("").status()).isEqualTo(202);
        assertThat(api.aws.machines.started().getFirst().input())
                .as("5 % of 59, rounded down")
                .contains("\"maxConcurrency\":30,\"toleratedFailures\":2");
    }

    @Test
    void upgrade_asADryRun_startsNothing() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        GatewayResponse answer = api.upgrade("{\"dryRun\":true}");
        assertThat(answer.status()).isEqualTo(202);
        assertThatJson(answer.body()).isEqualTo("{version:'1.0.1',execution:null,tenants:1}");
        assertThat(api.aws.machines.started()).isEmpty();
    }

    @Test
    void upgrade_whileOneIsAtWork_isRefused_andAfterwardsTheNextAttempt() {
        String running = api.upgrade("{}").text("execution");
        upgradeRow("Started", running);
        assertInProgress(api.upgrade("{}"), running);

        upgradeRow("Success", running);
        api.aws.machines.close("upgrade-v1-0-1-a2");
        assertThat(api.upgrade("{}").text("execution")).isEqualTo("upgrade:upgrade-v1-0-1-a3");
    }

    @Test
    void upgrade_bySixteenAtOnce_isStartedByOneAndRefusedToTheOthers() {
        for (int round = 1; round <= 5; round++) {
            List<GatewayResponse> answers =
                    Threads.race(16, _ -> api.upgrade("{}")).allResults();

            assertThat(answers).extracting(GatewayResponse::status).containsOnlyOnce(202);
            assertThat(answers)
                    .filteredOn(answer -> answer.status() != 202)
                    .allSatisfy(answer -> assertThat(answer.code()).isEqualTo("OPERATION_IN_PROGRESS"));
            assertThat(api.aws.machines.started()).hasSize(round);
            api.aws.machines.close("upgrade-v1-0-1-a" + round);
        }
    }

    @Test
    void upgrade_whoseRunHasNotWrittenItsRowYet_isInProgress() {
        String running = api.upgrade("{}").text("execution");
        assertInProgress(api.upgrade("{\"maxConcurrency\":7}"), running);
    }

    @Test
    void upgrade_afterOneWhoseEndGotLost_isTheNextAttempt() {
        upgradeRow("Started", "upgrade:upgrade-v1-0-1-a1");
        api.aws.machines.close("upgrade-v1-0-1-a1");
        assertThat(api.upgrade("{}").text("execution")).isEqualTo("upgrade:upgrade-v1-0-1-a2");
        assertThat(api.stores.row("UPGRADE#1.0.1", "AUDIT#UPGRADE")).containsEntry("Status", "Failure");
    }

    private static void assertInProgress(GatewayResponse answer, String execution) {
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.code()).isEqualTo("OPERATION_IN_PROGRESS");
        assertThatJson(answer.body())
                .isObject()
                .containsEntry("operation", "UPGRADE")
                .containsEntry("execution", execution);
    }

    private void upgradeRow(String status, String execution) {
        var row = auditRow(ACME, "AUDIT#UPGRADE", status, "1.0.1", 1, 1);
        row.put("pk", "UPGRADE#1.0.1");
        row.put("Execution", execution);
        api.stores.put(row);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"maxConcurrency\":0}",
                "{\"maxConcurrency\":101}",
                "{\"maxConcurrency\":1.5}",
                "{\"maxConcurrency\":\"1\"}",
                "{\"maxConcurrency\":1e99999}",
                "{\"toleratedFailurePercentage\":101}",
                "{\"toleratedFailurePercentage\":-1}",
                "{\"dryRun\":\"yes\"}",
                "{\"x\":1}"
            })
    void upgrade_withABadWish_isRefused(String body) {
        assertThat(api.upgrade(body).code()).isEqualTo("INVALID_REQUEST");
        assertThat(api.aws.machines.started()).isEmpty();
    }

    @Test
    void progress_isCounted() {
        api.stores.put(metadataRow(ACME, "1.0.0"));
        api.stores.put(metadataRow(TenantId.parse("other"), "1.0.1"));
        api.stores.put(auditRow(TenantId.parse("other"), "AUDIT#UPDATE#1.0.1", "Success", "1.0.1", 1, 1));
        assertThatJson(api.progress("1.0.1").body())
                .isEqualTo("{version:'1.0.1',started:0,succeeded:1,failed:0,remaining:1}");
        assertThat(api.progress("latest").status()).isEqualTo(400);
        assertThat(api.progress("latest").code()).isEqualTo("INVALID_REQUEST");
    }
}
