package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Run;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.store.AuditStore.Beginning;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AuditStoreTest {

    private static final String SORT = "AUDIT#CREATE";
    private static final String OWN = "execution:AUDIT#CREATE-2";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private Optional<Audit> fail(int generation, int attempt, String execution) {
        return stores.audits.fail(run(OperationKind.CREATE, generation, attempt, execution), "It died.");
    }

    private Map<String, String> row() {
        return stores.row(ACME, SORT);
    }

    @Test
    void fail_ofARunThatIsStillStarted_makesItAFailure() {
        stores.put(auditRow(ACME, SORT, "Started", "1.0.0", 1, 2));
        stores.clock.advance(Duration.ofSeconds(1));

        Audit failed = fail(1, 2, OWN).orElseThrow();

        Map<String, String> expected = new HashMap<>(auditRow(ACME, SORT, "Failure", "1.0.0", 1, 2));
        expected.put("Actor", "user:ann@example.com");
        expected.put("FailureReason", "It died.");
        expected.put("UpdatedAt", "2026-01-05T00:00:01.000Z");
        assertThat(row()).isEqualTo(expected);
        assertThat(failed.status()).isEqualTo(Status.FAILURE);
        assertThat(failed.reason()).contains("It died.");
    }

    @ParameterizedTest
    @EnumSource(OperationKind.class)
    void fail_ofARunWithoutARow_makesOne(OperationKind kind) {
        Optional<Audit> failed = stores.audits.fail(run(kind, 1, 1, "e"), "It died.");

        assertThat(failed.orElseThrow().kind()).isEqualTo(kind);
        List<Item> rows = stores.rows().stream()
                .filter(row -> !row.text("sk").equals("PROFILE"))
                .toList();
        assertThat(rows).hasSize(1);
        assertThat(rows.getFirst().text("Status")).isEqualTo("Failure");
        assertThat(rows.getFirst().text("CreatedAt")).isEqualTo(StoreFixture.NOW);
    }

    @ParameterizedTest
    @CsvSource({"Failure,1.0.0,1,1", "Success,1.0.0,0,7", "Failure,0.9.0,0,7"})
    void fail_ofARunThatDiedBeforeItsFirstWord_followsAnEarlierOne(
            String status, String version, int generation, int attempt) {
        stores.put(auditRow(ACME, SORT, status, version, generation, attempt));

        assertThat(fail(1, 2, "mine").orElseThrow().attempt()).isEqualTo(2);
        assertThat(row())
                .containsEntry("Execution", "mine")
                .containsEntry("Status", "Failure")
                .containsEntry("N Generation", "1");
    }

    @ParameterizedTest
    @CsvSource({
        "Started,1.0.0,1,1",
        "Started,1.0.0,0,1",
        "Success,1.0.0,1,1",
        "Failure,1.0.0,1,3",
        "Started,1.0.0,1,3",
        "Success,1.0.0,2,1",
        "Failure,1.0.1,1,1"
    })
    void fail_thatComesLate_leavesTheRowOfAnotherRunAlone(String status, String version, int generation, int attempt) {
        stores.put(auditRow(ACME, SORT, status, version, generation, attempt));
        Map<String, String> before = row();

        assertThat(fail(1, 2, "mine")).isEmpty();
        assertThat(row()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"Success,SUCCESS", "Failure,FAILURE"})
    void fail_ofARunThatHasWrittenItsEnd_tellsWhichAndChangesNothing(String word, Status status) {
        stores.put(auditRow(ACME, SORT, word, "1.0.0", 1, 2));
        Map<String, String> before = row();

        assertThat(fail(1, 2, OWN).orElseThrow().status()).isEqualTo(status);
        assertThat(row()).isEqualTo(before);
    }

    @Test
    void fail_by64DeliveriesOfManyAttempts_endsWithTheLatest() {
        List<Optional<Audit>> ends = Threads.race(64, thread -> fail(1, thread % 8 + 1, "e-" + (thread % 8 + 1)))
                .allResults();

        assertThat(row()).containsEntry("N Attempt", "8").containsEntry("Execution", "e-8");
        assertThat(ends).filteredOn(Optional::isPresent).isNotEmpty();
    }

    @Test
    void fail_by64DeliveriesWhileTheNextAttemptIsAtWork_neverTouchesIt() {
        stores.put(auditRow(ACME, SORT, "Started", "1.0.0", 1, 3));
        Map<String, String> before = row();

        assertThat(Threads.race(64, _ -> fail(1, 2, OWN)).allResults()).containsOnly(Optional.empty());
        assertThat(row()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"1.0.0,1,1", "1.0.0,0,7"})
    void fail_ofARunThatDiedBeforeItsFirstWord_followsOneThatIsOverdue(String version, int generation, int attempt) {
        stores.put(auditRow(ACME, SORT, "Started", version, generation, attempt));
        stores.clock.advance(Audit.OVERDUE_AFTER.plusMillis(1));

        assertThat(fail(1, 2, "mine").orElseThrow().attempt()).isEqualTo(2);
        assertThat(row()).containsEntry("Execution", "mine").containsEntry("Status", "Failure");
    }

    private String beginDeletion(int generation, int attempt, String execution) {
        Cause cause = new Cause(Actor.client("ci"), Optional.of("moved away"));
        Run run = new Run(
                OperationKind.DELETE, ACME, generation, attempt, StackVersion.parse("1.0.0"), Optional.of(cause));
        return switch (stores.audits.begin(run.recordedAs(execution))) {
            case Beginning.Begun _ -> execution;
            case Beginning.Superseded(Optional<String> owner) -> owner.orElseThrow();
        };
    }

    @Test
    void beginDeletion_writesTheRowAsTheRunDoes() {
        assertThat(beginDeletion(1, 1, "execution:AUDIT#DELETE-1")).isEqualTo("execution:AUDIT#DELETE-1");
        Map<String, String> expected = auditRow(ACME, "AUDIT#DELETE", "Started", "1.0.0", 1, 1);
        expected.put("Actor", "client:ci");
        expected.put("Reason", "moved away");
        assertThat(stores.row(ACME, "AUDIT#DELETE")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"Failure,1,1", "Success,0,7", "Started,0,7"})
    void beginDeletion_followsAnEarlierOne(String status, int generation, int attempt) {
        stores.put(auditRow(ACME, "AUDIT#DELETE", status, "1.0.0", generation, attempt));
        assertThat(beginDeletion(1, 2, "mine")).isEqualTo("mine");
        assertThat(stores.row(ACME, "AUDIT#DELETE"))
                .containsEntry("Execution", "mine")
                .containsEntry("Status", "Started");
    }

    @ParameterizedTest
    @CsvSource({"Success,1,1", "Success,1,2", "Failure,1,2", "Started,1,1", "Success,2,1"})
    void beginDeletion_thatComesLate_changesNothing(String status, int generation, int attempt) {
        stores.put(auditRow(ACME, "AUDIT#DELETE", status, "1.0.0", generation, attempt));
        Map<String, String> before = stores.row(ACME, "AUDIT#DELETE");

        assertThat(beginDeletion(1, 2, "mine")).isEqualTo(before.get("Execution"));
        assertThat(stores.row(ACME, "AUDIT#DELETE")).isEqualTo(before);
    }

    @Test
    void beginDeletion_followsOneThatIsOverdue() {
        stores.put(auditRow(ACME, "AUDIT#DELETE", "Started", "1.0.0", 1, 1));
        stores.clock.advance(Audit.OVERDUE_AFTER.plusMillis(1));
        assertThat(beginDeletion(1, 2, "mine")).isEqualTo("mine");
    }
}
