package dev.backplane.tenants.events;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static net.javacrumbs.jsonunit.assertj.JsonAssertions.assertThatJson;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.events.EventPublisher;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.tenants.store.StoreFixture;
import dev.backplane.tenants.store.TenantStore;
import dev.backplane.tenants.testing.FakeAws;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.RecordingBus.Event;
import dev.backplane.testing.Threads;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecutionWatcherHandlerTest {

    private static final String ALL_WELL = "{\"batchItemFailures\":[]}";
    private static final String FIRST_FAILED = "{\"batchItemFailures\":[{\"itemIdentifier\":\"m-1\"}]}";
    private static final String INPUT = "{\"tenantId\":\"acme\",\"generation\":1,\"attempt\":1,\"version\":\"1.0.0\"}";
    private static final String UPGRADE_INPUT = "{\"version\":\"1.0.0\",\"attempt\":1}";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;
    private FakeAws aws;
    private ExecutionWatcherHandler handler;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        aws = new FakeAws(DYNAMO);
        handler = new ExecutionWatcherHandler(aws.platform(Map.of(
                        TenantsSettings.TENANT_TABLE, stores.table(),
                        EventPublisher.BUS_SETTING, "bus",
                        TenantsSettings.CREATE_MACHINE, "create",
                        TenantsSettings.UPDATE_MACHINE, "update",
                        TenantsSettings.DELETE_MACHINE, "delete",
                        TenantsSettings.UPGRADE_MACHINE, "upgrade"))
                .platform());
    }

    private static String message(String machine, String execution, String input, String more) {
        String event =
                "{\"source\":\"aws.states\",\"detail-type\":\"Step Functions Execution Status Change\",\"detail\":"
                        + "{\"executionArn\":\"" + execution + "\",\"stateMachineArn\":\"" + machine + "\",\"input\":"
                        + new Text(input).compact() + "," + more + "}}";
        return "{\"Records\":[{\"messageId\":\"m-1\",\"body\":" + new Text(event).compact() + "}]}";
    }

    private String ended(String sort, String more) {
        String machine = sort.replaceFirst("AUDIT#([A-Z]+).*", "$1").toLowerCase(Locale.ROOT);
        return Invoke.with(handler, message(machine, "execution:" + sort + "-1", INPUT, more));
    }

    private String aborted(String sort) {
        return ended(sort, "\"status\":\"ABORTED\",\"error\":null,\"cause\":null");
    }

    private static String detail(String sort, String operation, String type, String more) {
        return "{tenantId:'acme',generation:1,version:'1.0.0',operation:'" + operation + "',execution:'execution:"
                + sort + "-1',eventId:'" + sort + "-1#" + type + "',actor:{type:'system',id:'tenant-"
                + operation.toLowerCase(Locale.ROOT) + "'}" + more + "}";
    }

    @ParameterizedTest
    @CsvSource({"AUDIT#CREATE,CREATE", "AUDIT#UPDATE#1.0.0,UPDATE", "AUDIT#DELETE,DELETE"})
    void aRunThatWasStopped_becomesAFailureAndIsToldOf(String sort, String operation) {
        stores.put(auditRow(ACME, sort, "Started", "1.0.0", 1, 1));

        assertThat(aborted(sort)).isEqualTo(ALL_WELL);

        assertThat(stores.row(ACME, sort))
                .containsEntry("Status", "Failure")
                .containsEntry("FailureReason", "The run was aborted.");
        Event event = aws.bus.events().getFirst();
        assertThat(event.bus()).isEqualTo("bus");
        assertThat(event.source()).isEqualTo("backplane.tenants");
        assertThat(event.type()).isEqualTo("TenantOperationFailed");
        assertThatJson(event.detail())
                .isEqualTo(detail(sort, operation, "TenantOperationFailed", ",reason:'The run was aborted.'"));
    }

    @Test
    void aRunThatACallerAskedFor_isToldOfWithThatCaller_andKeepsTheReasonOfSuccess() {
        String input = INPUT.replace(
                "}", ",\"actor\":{\"type\":\"user\",\"id\":\"ann@example.com\"}," + "\"reason\":\"moved away\"}");
        var done = auditRow(ACME, "AUDIT#DELETE", "Success", "1.0.0", 1, 1);
        done.put("Execution", "a:d1");
        stores.put(done);
        Invoke.with(handler, message("delete", "a:d1", input, "\"status\":\"ABORTED\""));
        Invoke.with(handler, message("create", "a:c1", input, "\"status\":\"ABORTED\""));

        assertThat(aws.bus.events()).extracting(Event::type).containsExactly("TenantDeleted", "TenantOperationFailed");
        assertThat(aws.bus.events())
                .allSatisfy(event ->
                        assertThatJson(event.detail()).node("actor").isEqualTo("{type:'user',id:'ann@example.com'}"));
        assertThatJson(aws.bus.events().get(0).detail()).node("reason").isEqualTo("moved away");
        assertThatJson(aws.bus.events().get(1).detail()).node("reason").isEqualTo("The run was aborted.");
        assertThat(stores.row(ACME, "AUDIT#CREATE"))
                .containsEntry("Actor", "user:ann@example.com")
                .containsEntry("Reason", "moved away");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"status\":\"ABORTED\",\"cause\":\"by me\"|The run was aborted: by me",
                "\"status\":\"TIMED_OUT\"|The run timed out.",
                "\"status\":\"FAILED\",\"error\":\"States.Runtime\",\"cause\":\"long\"|The run failed: States.Runtime",
                "\"status\":\"FAILED\"|The run failed: FAILED"
            })
    void theReason_saysHowTheRunEnded(String more, String reason) {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 1, 1));
        ended("AUDIT#CREATE", more);
        assertThat(stores.row(ACME, "AUDIT#CREATE")).containsEntry("FailureReason", reason);
    }

    @Test
    void theReason_isNotCutInsideAnEmoji() {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 1, 1));
        String start = "The run was aborted: ";
        String cause = "x".repeat(999 - start.length());
        ended("AUDIT#CREATE", "\"status\":\"ABORTED\",\"cause\":\"" + cause + "😀\"");
        assertThat(stores.row(ACME, "AUDIT#CREATE")).containsEntry("FailureReason", start + cause);
    }

    @Test
    void anUpgradeThatDied_isAFailureOfNoTenant() {
        Invoke.with(handler, message("upgrade", "a:upgrade-1", UPGRADE_INPUT, "\"status\":\"TIMED_OUT\""));
        assertThat(stores.row("UPGRADE#1.0.0", "AUDIT#UPGRADE")).containsEntry("Status", "Failure");
        assertThatJson(aws.bus.events().getFirst().detail())
                .isEqualTo("{version:'1.0.0',operation:'UPGRADE',reason:'The run timed out.',execution:'a:upgrade-1',"
                        + "eventId:'upgrade-1#TenantOperationFailed',actor:{type:'system',id:'tenant-upgrade-all'}}");
    }

    @Test
    void aRunThatToldOfItsFailure_isLeftAlone() {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 1, 1));
        assertThat(ended("AUDIT#CREATE", "\"status\":\"FAILED\",\"error\":\"TenantOperationFailed\""))
                .isEqualTo(ALL_WELL);
        assertThat(stores.row(ACME, "AUDIT#CREATE")).containsEntry("Status", "Started");
        assertThat(aws.bus.events()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "AUDIT#CREATE,CREATE,TenantProvisioned",
        "AUDIT#UPDATE#1.0.0,UPDATE,TenantUpdated",
        "AUDIT#DELETE,DELETE,TenantDeleted"
    })
    void aRunThatWasStoppedAfterItsSuccess_isToldOfInItsStead(String sort, String operation, String type) {
        stores.put(auditRow(ACME, sort, "Success", "1.0.0", 1, 1));
        assertThat(aborted(sort)).isEqualTo(ALL_WELL);
        assertThat(stores.row(ACME, sort)).containsEntry("Status", "Success");
        assertThat(aws.bus.events().getFirst().type()).isEqualTo(type);
        assertThatJson(aws.bus.events().getFirst().detail()).isEqualTo(detail(sort, operation, type, ""));
    }

    @Test
    void aRunThatAnotherHasFollowed_isLeftAlone() {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 1, 2));
        assertThat(aborted("AUDIT#CREATE")).isEqualTo(ALL_WELL);
        assertThat(stores.row(ACME, "AUDIT#CREATE")).containsEntry("Status", "Started");
        assertThat(aws.bus.events()).isEmpty();
    }

    @Test
    void aBusThatIsAway_hasTheMessageDeliveredAgain_andThenTheEventIsPublished() {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 1, 1));
        aws.bus.refuse(_ -> true);
        assertThat(aborted("AUDIT#CREATE")).isEqualTo(FIRST_FAILED);
        assertThat(stores.row(ACME, "AUDIT#CREATE")).containsEntry("Status", "Failure");

        aws.bus.refuse(_ -> false);
        assertThat(aborted("AUDIT#CREATE")).isEqualTo(ALL_WELL);
        assertThat(aws.bus.events()).extracting(Event::type).containsExactly("TenantOperationFailed");
    }

    @Test
    void the64thDelivery_changesNoMoreThanTheFirst() {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 1, 1));
        assertThat(Threads.race(64, _ -> aborted("AUDIT#CREATE")).allResults()).containsOnly(ALL_WELL);
        assertThat(aws.bus.events())
                .extracting(Event::detail)
                .containsOnly(aws.bus.events().getFirst().detail());
    }

    @Test
    void aMessageThatMakesNoSense_isPutAside() {
        for (String body : new String[] {"{}", "[]", "no", "{\"detail\":{\"input\":\"x\"}}"}) {
            String batch = "{\"Records\":[{\"messageId\":\"m-1\",\"body\":" + new Text(body).compact() + "}]}";
            assertThat(Invoke.with(handler, batch)).isEqualTo(FIRST_FAILED);
        }
        assertThat(Invoke.with(handler, message("other", "e", INPUT, "\"status\":\"ABORTED\"")))
                .isEqualTo(FIRST_FAILED);
        assertThat(stores.rows()).isEmpty();
    }
}
