package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static dev.backplane.tenants.store.StoreFixture.olderRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.store.MetadataStore.Outcome;
import dev.backplane.tenants.store.MetadataStore.Provision;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataStoreTest {

    private static final String RUN = "execution:AUDIT#CREATE-1";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static Provision provision(String version, String stack) {
        return provision(version, stack, RUN);
    }

    private static Provision provision(String version, String stack, String execution) {
        Map<String, String> row = metadataRow(ACME, version);
        return new Provision(
                ACME,
                StackVersion.parse(version),
                new Queue(row.getOrDefault("InboundQueueArn", ""), row.getOrDefault("InboundQueueUrl", "")),
                Optional.empty(),
                new TreeMap<>(),
                stack,
                execution);
    }

    private Map<String, String> row() {
        return stores.row(ACME, "METADATA");
    }

    private void creation(String status, int generation, int attempt) {
        stores.put(auditRow(ACME, "AUDIT#CREATE", status, "1.0.0", generation, attempt));
    }

    @Test
    void write_whileTheRunIsUnderWay_makesTheRow() {
        creation("Started", 1, 1);
        assertThat(stores.write(provision("1.0.0", "stack-of-acme"))).isEqualTo(new Outcome.Written());
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void write_hasTheGenerationOfTheRunThatMadeTheStack() {
        creation("Started", 3, 1);
        stores.write(provision("1.0.0", "s"));
        assertThat(row()).containsEntry("N Generation", "3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Failure", "Success"})
    void write_onceTheRunHasEnded_writesNothing(String status) {
        creation(status, 1, 1);
        assertThat(stores.write(provision("1.0.0", "s"))).isEqualTo(new Outcome.RunEnded());
        assertThat(row()).isEmpty();
    }

    @Test
    void write_forAnEarlierAttempt_writesNothing() {
        creation("Started", 1, 2);
        assertThat(stores.write(provision("1.0.0", "s"))).isEqualTo(new Outcome.RunEnded());
        assertThat(row()).isEmpty();
    }

    @Test
    void write_forARunThatIsOverdue_writesNothing() {
        creation("Started", 1, 1);
        stores.clock.advance(Audit.OVERDUE_AFTER.plusMillis(1));
        assertThat(stores.write(provision("1.0.0", "s"))).isEqualTo(new Outcome.RunEnded());
        assertThat(row()).isEmpty();
    }

    @Test
    void write_ofATenantThatWasDeleted_writesNothing() {
        creation("Failure", 1, 1);
        stores.put(auditRow(ACME, "AUDIT#DELETE", "Success", "1.0.0", 1, 1));
        assertThat(stores.write(provision("1.0.0", "s"))).isEqualTo(new Outcome.RunEnded());
        assertThat(row()).isEmpty();
    }

    @Test
    void write_byTheSameStack_keepsTheTimeOfCreation() {
        creation("Started", 1, 1);
        stores.write(provision("1.0.0", "s"));
        creation("Success", 1, 1);
        stores.clock.advance(Duration.ofMinutes(1));
        stores.put(auditRow(ACME, "AUDIT#UPDATE#1.0.1", "Started", "1.0.1", 1, 1));

        assertThat(stores.write(provision("1.0.1", "s", "execution:AUDIT#UPDATE#1.0.1-1")))
                .isEqualTo(new Outcome.Written());
        assertThat(row())
                .containsEntry("Version", "1.0.1")
                .containsEntry("Execution", "execution:AUDIT#UPDATE#1.0.1-1")
                .containsEntry("CreatedAt", StoreFixture.NOW)
                .containsEntry("UpdatedAt", "2026-01-05T00:01:00.000Z");
    }

    @Test
    void write_ofAStackWithADeadLetterQueue_hasIt_untilTheStackIsRolledBack() {
        creation("Started", 1, 1);
        Queue deadLetters = new Queue("arn:aws:sqs:us-east-1:000000000000:t-acme-dlq", "https://sqs/t-acme-dlq");
        Provision plain = provision("1.0.0", "stack-of-acme");
        stores.write(new Provision(
                ACME,
                StackVersion.parse("1.0.1"),
                plain.inbound(),
                Optional.of(deadLetters),
                plain.outputs(),
                "stack-of-acme",
                RUN));
        assertThat(row())
                .containsEntry("DeadLetterQueueArn", deadLetters.arn())
                .containsEntry("DeadLetterQueueUrl", deadLetters.url());

        stores.metadata.undo(plain);
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void write_toARowOfAnOlderStack_takesItOverWithoutItsOutboundQueue() {
        creation("Started", 1, 1);
        stores.put(olderRow(ACME));

        assertThat(stores.write(provision("1.0.0", "stack-of-acme"))).isEqualTo(new Outcome.Written());
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void write_toTheRowOfAnotherStack_changesNothing() {
        creation("Started", 1, 1);
        stores.put(metadataRow(ACME, "1.0.0"));
        assertThat(stores.write(provision("1.0.1", "other"))).isEqualTo(new Outcome.Owned("stack-of-acme"));
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void takeOver_ofTheRowOfAStackThatIsGone_hasTheNewGeneration() {
        creation("Started", 2, 1);
        stores.put(metadataRow(ACME, "1.0.0"));
        assertThat(stores.takeOver(provision("1.0.1", "other"), "stack-of-acme"))
                .isEqualTo(new Outcome.Written());
        assertThat(row())
                .containsEntry("StackId", "other")
                .containsEntry("Version", "1.0.1")
                .containsEntry("N Generation", "2");
    }

    @Test
    void takeOver_ofARowThatHasYetAnotherStackByNow_changesNothing() {
        creation("Started", 1, 1);
        stores.put(metadataRow(ACME, "1.0.0"));
        assertThat(stores.takeOver(provision("1.0.1", "other"), "gone")).isEqualTo(new Outcome.Owned("stack-of-acme"));
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void undo_writesWhatTheStackGoesBackTo_ifTheRowIsItsOwn() {
        stores.put(metadataRow(ACME, "1.0.1"));
        stores.metadata.undo(provision("1.0.0", "other", ""));
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.1"));
        stores.metadata.undo(provision("1.0.0", "stack-of-acme", ""));
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void undo_ofARowThatIsGone_makesNone() {
        stores.metadata.undo(provision("1.0.0", "stack-of-acme", ""));
        assertThat(stores.rows()).isEmpty();
    }

    @Test
    void remove_takesAwayOnlyTheStacksOwnRow() {
        stores.put(metadataRow(ACME, "1.0.0"));
        stores.metadata.remove(ACME, "other");
        assertThat(row()).isNotEmpty();
        stores.metadata.remove(ACME, "stack-of-acme");
        assertThat(row()).isEmpty();
        stores.metadata.remove(ACME, "stack-of-acme");
        assertThat(stores.rows()).isEmpty();
    }

    @Test
    void write_by64StacksAtOnce_letsOneHaveTheRow() {
        creation("Started", 1, 1);
        List<Outcome> written = Threads.race(
                        64,
                        thread ->
                                Threads.untilServed(() -> stores.write(provision("1.0." + thread, "stack-" + thread))))
                .allResults();

        assertThat(written).filteredOn(new Outcome.Written()::equals).hasSize(1);
        int owner = written.indexOf(new Outcome.Written());
        assertThat(row()).containsEntry("StackId", "stack-" + owner).containsEntry("Version", "1.0." + owner);
    }

    @Test
    void write_while63OtherStacksAreRemoved_keepsTheRow() {
        creation("Started", 1, 1);
        Threads.race(64, thread -> {
                    if (thread == 0) {
                        return Threads.untilServed(() -> stores.write(provision("1.0.0", "stack-0")));
                    }
                    return Threads.untilServed(() -> {
                        stores.metadata.remove(ACME, "stack-" + thread);
                        return new Outcome.Written();
                    });
                })
                .allResults();
        assertThat(row()).containsEntry("StackId", "stack-0");
    }

    /** In either order: a row of a failed execution was written before it failed. */
    @Test
    void write_repeatedWhileTheRunFails_neverComesAfterTheFailure() {
        for (int round = 0; round < 10; round++) {
            creation("Started", 1, 1);
            stores.metadata.remove(ACME, "s");
            List<Outcome> outcomes = Threads.race(16, thread -> {
                        if (thread == 0) {
                            Threads.untilServed(() -> stores.audits.fail(
                                    StoreFixture.run(OperationKind.CREATE, 1, 1, RUN), "The stack failed."));
                            stores.metadata.remove(ACME, "s");
                        }
                        return Threads.untilServed(() -> stores.write(provision("1.0.0", "s")));
                    })
                    .allResults();
            assertThat(outcomes.getFirst()).isEqualTo(new Outcome.RunEnded());
            assertThat(row())
                    .as("removed after the failure, and never written again")
                    .isEmpty();
        }
    }

    @Test
    void write_whenTheTenantWasSuspendedSinceItWasRead_changesNothing() {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 1, 1));
        Tenant before = stores.tenants.getTenant(ACME);
        stores.suspensions.suspend(ACME, new Cause(Actor.user("ann@example.com"), Optional.of("unpaid")));
        assertThat(stores.metadata.write(provision("1.0.0", "s"), before)).isEqualTo(new Outcome.AccessChanged());
        assertThat(row()).isEmpty();
        assertThat(stores.write(provision("1.0.0", "s"))).isEqualTo(new Outcome.Written());
    }
}
