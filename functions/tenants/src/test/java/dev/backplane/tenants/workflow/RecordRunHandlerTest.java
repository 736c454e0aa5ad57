package dev.backplane.tenants.workflow;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.NOW;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.platform.events.EventPublisher;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.RecordingBus.Event;
import dev.backplane.testing.TestPlatform;
import dev.backplane.testing.Threads;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordRunHandlerTest {

    private static final String CREATE = "AUDIT#CREATE";
    private static final String UPDATE = "AUDIT#UPDATE#1.0.0";
    private static final String DELETE = "AUDIT#DELETE";
    private static final String SUPERSEDED = "{outcome:'superseded'}";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;
    private FakeAws aws;
    private TestPlatform test;
    private RecordRunHandler handler;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        aws = new FakeAws(DYNAMO);
        test = aws.platform(Map.of(TenantsSettings.TENANT_TABLE, stores.table(), EventPublisher.BUS_SETTING, "bus"));
        handler = new RecordRunHandler(test.platform());
    }

    /** Records a step of the second attempt of the first generation. */
    private String record(String step, String sort, String more) {
        return record(step, sort, 1, 2, more);
    }

    private String record(String step, String sort, int generation, int attempt, String more) {
        return Invoke.with(handler, """
                {"step":"%s","operation":"%s","execution":"execution:%s-%d","input":{"tenantId":"acme",
                 "generation":%d,"attempt":%d,"version":"1.0.0"}%s}""".formatted(step, sort.split("#")[1], sort, attempt, generation, attempt, more));
    }

    private Map<String, String> own(String sort, String status) {
        Map<String, String> row = new TreeMap<>(auditRow(ACME, sort, status, "1.0.0", 1, 2));
        row.put("Actor", "system:tenant-" + sort.split("#")[1].toLowerCase(Locale.ROOT));
        return row;
    }

    private void metadata() {
        stores.put(metadataRow(ACME, "0.9.0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {CREATE, UPDATE, DELETE})
    void begin_withoutARow_writesIt_andAgainAfterALostResponse(String sort) {
        metadata();
        assertThatJson(record("BEGIN", sort, "")).isEqualTo("{outcome:'begun'}");
        assertThat(stores.row(ACME, sort)).isEqualTo(own(sort, "Started"));
        assertThatJson(record("BEGIN", sort, "")).isEqualTo("{outcome:'begun'}");
    }

    @Test
    void begin_ofAnUpdateToTheVersionOfTheStack_goesOnIfTheInputsDiffer() {
        stores.put(metadataRow(ACME, "1.0.0"));
        assertThatJson(record("BEGIN", UPDATE, "")).isEqualTo("{outcome:'current'}");
        handler = new RecordRunHandler(
                test.with(TenantsSettings.TENANT_STACK_INPUTS, "=d0").platform());
        assertThatJson(record("BEGIN", UPDATE, "")).isEqualTo("{outcome:'begun'}");
        record("SUCCEED", UPDATE, ",\"version\":\"1.0.0\",\"inputs\":\"d0\"");
        assertThatJson(record("BEGIN", UPDATE, 1, 3, "")).isEqualTo("{outcome:'current'}");
    }

    @ParameterizedTest
    @CsvSource({
        "AUDIT#CREATE, Failure, 1.0.0, 1, 1, begun",
        "AUDIT#CREATE, Failure, 0.9.0, 1, 5, begun",
        "AUDIT#CREATE, Success, 1.0.0, 0, 9, begun",
        "AUDIT#CREATE, Failure, 1.0.0, 1, 2, superseded",
        "AUDIT#CREATE, Failure, 1.0.0, 1, 3, superseded",
        "AUDIT#CREATE, Success, 1.0.0, 1, 1, superseded",
        "AUDIT#CREATE, Started, 1.0.0, 1, 1, superseded",
        "AUDIT#CREATE, Failure, 1.0.0, 2, 1, superseded",
        "AUDIT#UPDATE#1.0.0, Success, 1.0.0, 1, 1, begun",
        "AUDIT#UPDATE#1.0.0, Failure, 1.0.0, 1, 1, begun",
        "AUDIT#UPDATE#1.0.0, Started, 1.0.0, 1, 1, superseded",
        "AUDIT#UPDATE#1.0.0, Success, 1.0.0, 1, 2, superseded",
        "AUDIT#DELETE, Failure, 1.0.0, 1, 1, begun",
        "AUDIT#DELETE, Success, 1.0.0, 0, 1, begun",
        "AUDIT#DELETE, Success, 1.0.0, 1, 1, superseded",
        "AUDIT#DELETE, Started, 1.0.0, 1, 1, superseded"
    })
    void begin_followsOnlyAnEarlierRunThatHasEnded(
            String sort, String status, String version, int generation, int attempt, String outcome) {
        metadata();
        Map<String, String> earlier = auditRow(ACME, sort, status, version, generation, attempt);
        earlier.put("Execution", "execution:earlier");
        stores.put(earlier);
        assertThatJson(record("BEGIN", sort, "")).isEqualTo("{outcome:'" + outcome + "'}");
        assertThat(stores.row(ACME, sort)).isEqualTo(outcome.equals("begun") ? own(sort, "Started") : earlier);
    }

    @ParameterizedTest
    @ValueSource(strings = {CREATE, UPDATE, DELETE})
    void begin_followsARunThatMustHaveEnded(String sort) {
        metadata();
        stores.put(auditRow(ACME, sort, "Started", "1.0.0", 1, 1));
        test.clock().advance(Audit.OVERDUE_AFTER.plusMillis(1));
        assertThatJson(record("BEGIN", sort, "")).isEqualTo("{outcome:'begun'}");
    }

    @ParameterizedTest
    @ValueSource(strings = {CREATE, UPDATE})
    void begin_ofADeletedTenant_isSuperseded_untilTheNextGeneration(String sort) {
        metadata();
        stores.put(auditRow(ACME, DELETE, "Success", "1.0.0", 1, 1));
        assertThatJson(record("BEGIN", sort, "")).isEqualTo(SUPERSEDED);
        assertThat(stores.row(ACME, sort)).isEmpty();
        assertThatJson(record("BEGIN", sort, 2, 1, "")).isEqualTo("{outcome:'begun'}");
    }

    @Test
    void begin_ofAnUpdate_whileTheTenantIsProvisioned_isSuperseded() {
        metadata();
        stores.put(auditRow(ACME, CREATE, "Started", "1.0.0", 1, 1));
        assertThatJson(record("BEGIN", UPDATE, "")).isEqualTo(SUPERSEDED);
    }

    @Test
    void begin_ofAnUpdate_tellsWhetherThereIsSomethingToUpdate() {
        assertThatJson(record("BEGIN", UPDATE, ""))
                .isEqualTo("{outcome:'absent',reason:'There is no such tenant, or it has no queue.'}");
        stores.put(metadataRow(ACME, "1.0.0"));
        assertThatJson(record("BEGIN", UPDATE, "")).isEqualTo("{outcome:'current'}");
    }

    @Test
    void begin_by64Runs_isWonByOne() {
        List<String> answers = Threads.race(64, thread -> record("BEGIN", CREATE, 1, thread + 1, ""))
                .allResults();
        assertThat(answers).containsOnlyOnce("{\"outcome\":\"begun\"}");
    }

    @ParameterizedTest
    @CsvSource({"Started,busy", "Success,clear", "Failure,clear"})
    void check_findsOtherRuns(String status, String outcome) {
        stores.put(auditRow(ACME, UPDATE, status, "1.0.0", 1, 1));
        stores.put(auditRow(ACME, DELETE, "Started", "1.0.0", 1, 2));
        assertThatJson(record("CHECK", DELETE, "")).isEqualTo("{outcome:'" + outcome + "'}");
    }

    @ParameterizedTest
    @CsvSource({"AUDIT#CREATE, TenantProvisioned", "AUDIT#UPDATE#1.0.0, TenantUpdated", "AUDIT#DELETE, TenantDeleted"})
    void succeed_recordsAndPublishes_andRepeatsTheSameEvent(String sort, String type) {
        metadata();
        stores.put(own(sort, "Started"));
        String more = ",\"stackId\":\"stack-of-acme\",\"version\":\"1.0.0\"";
        assertThatJson(record("SUCCEED", sort, more)).isEqualTo("{outcome:'succeeded'}");
        assertThatJson(record("SUCCEED", sort, more)).isEqualTo("{outcome:'succeeded'}");

        assertThat(stores.row(ACME, sort)).isEqualTo(own(sort, "Success"));
        assertThat(aws.bus.events()).extracting(Event::type).containsExactly(type, type);
        assertThat(aws.bus.events().get(0).detail())
                .isEqualTo(aws.bus.events().get(1).detail());
        assertThatJson(aws.bus.events().getFirst().detail()).isEqualTo("""
                {tenantId:'acme',generation:1,version:'1.0.0',operation:'%s',execution:'execution:%s-2',
                 eventId:'%s-2#%s',actor:{type:'system',id:'tenant-%s'}}""".formatted(
                        sort.split("#")[1], sort, sort, type, sort.split("#")[1].toLowerCase(Locale.ROOT)));
    }

    @Test
    void succeed_ofAnUpdate_setsTheVersion_andRemovesTheOutboundQueue() {
        stores.put(StoreFixture.olderRow(ACME));
        stores.put(own(UPDATE, "Started"));
        record("SUCCEED", UPDATE, ",\"version\":\"1.0.5\"");
        assertThat(stores.row(ACME, "METADATA"))
                .containsEntry("Version", "1.0.5")
                .doesNotContainKeys("OutboundQueueArn", "OutboundQueueUrl");
    }

    @Test
    void succeed_ofADeletion_removesTheResources() {
        metadata();
        stores.put(own(DELETE, "Started"));
        record("SUCCEED", DELETE, "");
        assertThat(stores.row(ACME, "METADATA")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "AUDIT#CREATE|The stack is complete, but it registered no queue for the tenant.",
                "AUDIT#UPDATE#1.0.0|The tenant was removed while its stack was updated.",
                "AUDIT#DELETE|The tenant was onboarded again before its deletion ended."
            })
    void succeed_whenTheResourcesAreOthers_saysWhy_andChangesNothing(String sort, String reason) {
        Map<String, String> other = metadataRow(ACME, "1.0.0");
        other.put("StackId", "another-stack");
        other.put("N Generation", "2");
        stores.put(other);
        stores.put(own(sort, "Started"));
        assertThatJson(record("SUCCEED", sort, ",\"stackId\":\"stack-of-acme\""))
                .isEqualTo("{outcome:'contradicted',reason:'" + reason + "'}");
        assertThat(stores.row(ACME, sort)).containsEntry("Status", "Started");
        assertThat(stores.row(ACME, "METADATA")).isEqualTo(other);
        assertThat(aws.bus.events()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Failure", "Success"})
    void succeed_ofARunThatAnotherHasFollowed_isSuperseded(String status) {
        metadata();
        stores.put(auditRow(ACME, CREATE, status, "1.0.0", 1, 3));
        assertThatJson(record("SUCCEED", CREATE, ",\"stackId\":\"stack-of-acme\""))
                .isEqualTo(SUPERSEDED);
        assertThat(aws.bus.events()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'step':'DeployStack','error':'States.Timeout'}|DeployStack failed: States.Timeout",
                "{'outcome':'settling','stackId':'s','status':'UPDATE_ROLLBACK_FAILED'}"
                        + "|The stack does not settle: it is in UPDATE_ROLLBACK_FAILED.",
                "{'outcome':'settling'}|The stack does not settle.",
                "{'outcome':'settling','reason':'Denied'}|Denied",
                "{'outcome':'failed','reason':'Too long'}|Too long",
                "{'outcome':'canaryFailed'}|The first tenant failed, so no other was tried.",
                "{'outcome':'tooManyFailed'}|More tenants failed than are tolerated.",
                "{}|The reason was not recorded."
            })
    void fail_recordsTheReasonAndPublishesIt(String failure, String reason) {
        stores.put(own(CREATE, "Started"));
        assertThatJson(record("FAIL", CREATE, ",\"failure\":" + failure.replace('\'', '"')))
                .isEqualTo("{outcome:'failed',reason:'" + reason + "'}");
        assertThat(stores.row(ACME, CREATE))
                .containsEntry("Status", "Failure")
                .containsEntry("FailureReason", reason)
                .containsEntry("UpdatedAt", NOW);
        Event event = aws.bus.events().getFirst();
        assertThat(event.type()).isEqualTo("TenantOperationFailed");
        assertThatJson(event.detail()).node("reason").isEqualTo(reason);
    }

    @Test
    void fail_keepsAThousandCharacters_andWorksWithoutARow() {
        record("FAIL", CREATE, ",\"failure\":{\"reason\":\"" + "x".repeat(2000) + "\"}");
        assertThat(stores.row(ACME, CREATE).get("FailureReason")).hasSize(1000);
    }

    @ParameterizedTest
    @CsvSource({
        "ROLLBACK_COMPLETE, stack-of-acme, true",
        "DELETE_COMPLETE, stack-of-acme, true",
        "UPDATE_ROLLBACK_COMPLETE, stack-of-acme, false",
        "ROLLBACK_COMPLETE, another-stack, false"
    })
    void fail_ofANewStack_removesWhatItWrote(String status, String stackId, boolean removed) {
        metadata();
        stores.put(own(CREATE, "Started"));
        record(
                "FAIL",
                CREATE,
                ",\"stackId\":\"%s\",\"failure\":{\"state\":\"Failed\",\"status\":\"%s\"}".formatted(stackId, status));
        assertThat(stores.row(ACME, "METADATA").isEmpty()).isEqualTo(removed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"absent", "contradicted", "deleting"})
    void fail_ofAnUpdateWithoutATenant_isNotPublished(String outcome) {
        stores.put(own(UPDATE, "Started"));
        String failure = ",\"failure\":{\"outcome\":\"" + outcome + "\",\"reason\":\"gone\"}";
        assertThatJson(record("FAIL", UPDATE, failure)).isEqualTo("{outcome:'skipped'}");
        assertThatJson(record("FAIL", UPDATE, failure)).isEqualTo("{outcome:'skipped'}");
        assertThat(stores.row(ACME, UPDATE)).containsEntry("FailureReason", "gone");
        assertThat(aws.bus.events()).isEmpty();
    }

    @Test
    void fail_ofARunThatAnotherHasFollowed_isSuperseded() {
        stores.put(auditRow(ACME, CREATE, "Started", "1.0.0", 1, 3));
        assertThatJson(record("FAIL", CREATE, ",\"failure\":{}")).isEqualTo(SUPERSEDED);
        assertThat(stores.row(ACME, CREATE)).containsEntry("Status", "Started");
    }

    @Test
    void fail_ofARunThatHasRecordedItsSuccess_publishesThat() {
        metadata();
        stores.put(own(CREATE, "Started"));
        aws.bus.refuse(_ -> true);
        assertThatThrownBy(() -> record("SUCCEED", CREATE, ",\"stackId\":\"stack-of-acme\""))
                .isInstanceOf(RuntimeException.class);
        assertThat(stores.row(ACME, CREATE)).containsEntry("Status", "Success");

        aws.bus.refuse(_ -> false);
        assertThatJson(record("FAIL", CREATE, ",\"failure\":{\"step\":\"RecordSuccess\",\"error\":\"e\"}"))
                .isEqualTo("{outcome:'succeeded'}");
        assertThat(stores.row(ACME, CREATE)).containsEntry("Status", "Success");
        assertThat(aws.bus.events()).extracting(Event::type).containsExactly("TenantProvisioned");
    }

    private String upgrade(String step, String execution) {
        return Invoke.with(handler, """
                {"step":"%s","operation":"UPGRADE","execution":"%s","input":{"version":"1.0.0","attempt":1,
                 "maxConcurrency":3,"toleratedFailures":0}}""".formatted(step, execution));
    }

    @Test
    void anUpgrade_countsItsFailures_andOnlyItsOwn() {
        assertThatJson(upgrade("BEGIN", "e:one")).isEqualTo("{outcome:'begun'}");
        assertThatJson(upgrade("BEGIN", "e:two")).isEqualTo(SUPERSEDED);
        upgrade("COUNT", "e:one");
        upgrade("COUNT", "e:two");
        assertThat(stores.row("UPGRADE#1.0.0", "AUDIT#UPGRADE"))
                .containsEntry("N Failed", "1")
                .containsEntry("Execution", "e:one");
        assertThatJson(upgrade("SUCCEED", "e:one")).isEqualTo("{outcome:'succeeded'}");
        assertThat(aws.bus.events()).isEmpty();
    }
}
