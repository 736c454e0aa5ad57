package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.RunRecord;
import dev.backplane.tenants.RunRecord.Step;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.Trace;
import dev.backplane.tenants.Trace.Mark;
import dev.backplane.tenants.store.AuditStore.Deployed;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RunHistoryTest {

    private static final Instant START = TestClock.START;

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static RunExecution run(int attempt, Mark... marks) {
        return StoreFixture.run(OperationKind.CREATE, 1, attempt, "e:acme-a" + attempt)
                .with(new Trace(START.plusSeconds(attempt), List.of(marks)));
    }

    private static Mark mark(String step, int seconds) {
        return new Mark(step, START.plusSeconds(seconds));
    }

    private List<RunRecord> runs() {
        return stores.history.list(ACME, 10, Optional.empty()).items();
    }

    @Test
    void runs_areListed_newestFirst_withStepsAndReasons() {
        stores.audits.begin(run(1));
        stores.clock.advance(Duration.ofSeconds(30));
        stores.audits.fail(run(1, mark("RecordBeginning", 1), mark("DeployStack", 3), mark("StackStatus", 18)), "No");
        stores.audits.begin(run(2));
        assertThat(runs()).extracting(RunRecord::status).containsExactly(Status.STARTED, Status.FAILURE);

        stores.put(metadataRow(ACME, "1.0.0"));
        stores.audits.succeed(
                run(2, mark("DeployStack", 40)),
                new Deployed(Optional.of("stack-of-acme"), Optional.empty(), Optional.empty()));
        List<RunRecord> runs = runs();
        assertThat(runs).extracting(RunRecord::attempt).containsExactly(2, 1);
        assertThat(runs).extracting(RunRecord::status).containsExactly(Status.SUCCESS, Status.FAILURE);
        RunRecord failed = runs.getLast();
        assertThat(failed.failure()).contains("No");
        assertThat(failed.actor().orElseThrow().text()).isEqualTo("user:ann@example.com");
        assertThat(failed.started()).isEqualTo(START.plusSeconds(1));
        assertThat(failed.ended()).contains(START.plusSeconds(30));
        assertThat(failed.steps())
                .containsExactly(
                        new Step("RecordBeginning", START.plusSeconds(1), Duration.ofSeconds(2)),
                        new Step("DeployStack", START.plusSeconds(3), Duration.ofSeconds(15)),
                        new Step("StackStatus", START.plusSeconds(18), Duration.ofSeconds(12)));
    }

    @Test
    void aRun_isOneRow_howeverOftenItsStepsAreRepeated() {
        stores.audits.begin(run(1));
        stores.audits.begin(run(1));
        stores.audits.fail(run(1), "No");
        stores.audits.fail(run(1), "No");
        assertThat(runs()).hasSize(1);
    }

    @Test
    void aRunThatIsSuperseded_isNotInTheHistory() {
        stores.audits.begin(run(1));
        stores.audits.begin(run(2));
        assertThat(runs()).hasSize(1);
    }

    @Test
    void aRunWhoseEndWasLost_hasFailed() {
        stores.audits.begin(run(1));
        stores.clock.advance(Audit.OVERDUE_AFTER.plusSeconds(2));
        assertThat(runs().getFirst().status()).isEqualTo(Status.FAILURE);
        assertThat(runs().getFirst().failure()).contains(Audit.NO_RESULT);
    }

    @Test
    void rows_areKeptFor400Days_underAKeyOfTheirOwn() {
        stores.audits.begin(run(1));
        Item row = stores.rows().stream()
                .filter(item -> item.text("pk").equals("TENANT_RUNS#acme"))
                .findFirst()
                .orElseThrow();
        assertThat(row.number("ExpiresAt"))
                .isEqualTo(START.plusSeconds(1).plus(Duration.ofDays(400)).getEpochSecond());
        assertThat(row.text("sk")).isEqualTo("2026-01-05T00:00:01.000Z#acme-a1");
    }

    @Test
    void pages_followOneAnother() {
        for (int attempt = 1; attempt <= 5; attempt++) {
            stores.audits.begin(run(attempt));
            stores.audits.fail(run(attempt), "No");
        }
        Page<RunRecord, String> first = stores.history.list(ACME, 3, Optional.empty());
        Page<RunRecord, String> second = stores.history.list(ACME, 3, first.next());
        assertThat(first.items()).extracting(RunRecord::attempt).containsExactly(5, 4, 3);
        assertThat(second.items()).extracting(RunRecord::attempt).containsExactly(2, 1);
        assertThat(second.next()).isEmpty();
    }
}
