package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.tenants.AccessChange;
import dev.backplane.tenants.AccessChange.Kind;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Registration;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.SuspensionOutcome;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantState;
import dev.backplane.tenants.store.AuditStore.Beginning;
import dev.backplane.tenants.store.AuditStore.Deployed;
import dev.backplane.tenants.store.AuditStore.Ending;
import dev.backplane.tenants.store.ProfileStore.Filter;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuspensionStoreTest {

    private static final Cause UNPAID = new Cause(Actor.user("ann@example.com"), Optional.of("unpaid"));
    private static final Cause PAID = new Cause(Actor.user("bob@example.com"), Optional.empty());
    private static final Deployed STACK =
            new Deployed(Optional.of("stack-of-acme"), Optional.empty(), Optional.empty());

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private Tenant tenant() {
        return stores.tenants.getTenant(ACME);
    }

    private String state() {
        return tenant().state(stores.clock.instant()).value();
    }

    private boolean listed(TenantState state) {
        return !stores.profiles
                .list(new Filter(Optional.of(state), Optional.empty()), 10, Optional.empty())
                .items()
                .isEmpty();
    }

    private static RunExecution run(OperationKind kind) {
        return StoreFixture.run(kind, 1, 1, "e:" + kind);
    }

    private void created() {
        stores.audits.begin(run(OperationKind.CREATE));
        stores.put(metadataRow(ACME, "1.0.0"));
        stores.audits.succeed(run(OperationKind.CREATE), STACK);
    }

    private TenantState otherwise() {
        return tenant().suspension().orElseThrow().otherwise();
    }

    @Test
    void suspend_showsAndListsIt_andResume_restoresTheStatus() {
        created();
        assertThat(stores.suspensions.suspend(ACME, UNPAID)).isInstanceOf(SuspensionOutcome.Done.class);
        assertThat(state()).isEqualTo("suspended");
        assertThat(listed(TenantState.SUSPENDED)).isTrue();
        assertThat(listed(TenantState.READY)).isFalse();
        assertThat(tenant().suspension().orElseThrow().reason()).isEqualTo("unpaid");
        assertThat(tenant().access().sessionsFrom()).isEmpty();

        stores.clock.advance(Duration.ofMillis(1500));
        stores.suspensions.resume(ACME, PAID);
        assertThat(state()).isEqualTo("ready");
        assertThat(listed(TenantState.SUSPENDED)).isFalse();
        assertThat(tenant().suspension()).isEmpty();
        assertThat(tenant().access().sessionsFrom())
                .contains(stores.clock.instant().plusMillis(500));
    }

    @Test
    void suspend_again_changesOnlyTheReason() {
        created();
        stores.suspensions.suspend(ACME, UNPAID);
        var first = tenant().suspension().orElseThrow();
        stores.clock.advance(Duration.ofMinutes(1));
        stores.suspensions.suspend(ACME, new Cause(PAID.actor(), Optional.of("abuse")));
        var second = tenant().suspension().orElseThrow();
        assertThat(second.reason()).isEqualTo("abuse");
        assertThat(second.since()).isEqualTo(first.since());
        assertThat(second.actor()).isEqualTo(first.actor());
        assertThat(tenant().access().unpublished()).hasSize(1);
    }

    @Test
    void resume_again_deniesNoFurtherSessions() {
        created();
        stores.suspensions.suspend(ACME, UNPAID);
        stores.suspensions.resume(ACME, PAID);
        var access = tenant().access();
        stores.clock.advance(Duration.ofMinutes(1));
        stores.suspensions.resume(ACME, PAID);
        assertThat(tenant().access()).isEqualTo(access);
    }

    @Test
    void changes_areKeptUntilTheirEventsArePublished() {
        created();
        stores.suspensions.suspend(ACME, UNPAID);
        var before = tenant().access();
        stores.suspensions.resume(ACME, PAID);
        assertThat(tenant().access().unpublished())
                .extracting(AccessChange::kind)
                .containsExactly(Kind.SUSPENDED, Kind.RESUMED);
        stores.suspensions.published(ACME, before);
        assertThat(tenant().access().unpublished()).as("there is a further one").hasSize(2);
        stores.suspensions.published(ACME, tenant().access());
        assertThat(tenant().access().unpublished()).isEmpty();
    }

    @Test
    void suspend_anUnknownOrDeletedTenant_changesNothing() {
        assertThat(stores.suspensions.suspend(ACME, UNPAID)).isInstanceOf(SuspensionOutcome.Unknown.class);
        assertThat(tenant().isUnknown()).isTrue();
        created();
        stores.put(auditRow(ACME, "AUDIT#DELETE", "Started", "1.0.0", 1, 1));
        assertThat(stores.suspensions.suspend(ACME, UNPAID)).isInstanceOf(SuspensionOutcome.Deleted.class);
        assertThat(stores.suspensions.resume(ACME, UNPAID)).isInstanceOf(SuspensionOutcome.Deleted.class);
        assertThat(tenant().suspension()).isEmpty();
    }

    @Test
    void suspend_aTenantOfAnEarlierRelease_createsItsProfile() {
        stores.put(metadataRow(ACME, "1.0.0"));
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Success", "1.0.0", 1, 1));
        stores.suspensions.suspend(ACME, UNPAID);
        assertThat(listed(TenantState.SUSPENDED)).isTrue();
        stores.suspensions.resume(ACME, PAID);
        assertThat(listed(TenantState.READY)).isTrue();
    }

    @Test
    void aCreation_doesNotBegin_whileTheTenantIsSuspended() {
        stores.profiles.register(ACME, Registration.NONE);
        stores.suspensions.suspend(ACME, UNPAID);
        assertThat(stores.audits.begin(run(OperationKind.CREATE))).isInstanceOf(Beginning.Superseded.class);
        assertThat(tenant().creation()).isEmpty();
        stores.suspensions.resume(ACME, PAID);
        assertThat(state()).isEqualTo("registered");
        assertThat(stores.audits.begin(run(OperationKind.CREATE))).isInstanceOf(Beginning.Begun.class);
    }

    @Test
    void aCreationInProgress_endsBesideTheSuspension() {
        stores.audits.begin(run(OperationKind.CREATE));
        stores.suspensions.suspend(ACME, UNPAID);
        assertThat(otherwise()).isEqualTo(TenantState.PROVISIONING);
        stores.put(metadataRow(ACME, "1.0.0"));
        assertThat(stores.audits.succeed(run(OperationKind.CREATE), STACK)).isInstanceOf(Ending.Recorded.class);
        assertThat(otherwise()).isEqualTo(TenantState.READY);
        assertThat(state()).isEqualTo("suspended");
    }

    @Test
    void aCreationThatFails_endsBesideTheSuspension() {
        stores.audits.begin(run(OperationKind.CREATE));
        stores.suspensions.suspend(ACME, UNPAID);
        assertThat(stores.audits.fail(run(OperationKind.CREATE), "It broke.")).isPresent();
        assertThat(otherwise()).isEqualTo(TenantState.FAILED);
        stores.suspensions.resume(ACME, PAID);
        assertThat(state()).isEqualTo("failed");
    }

    @ParameterizedTest
    @CsvSource({"true,READY", "false,UPDATING"})
    void anUpdate_runsBesideTheSuspension(boolean ends, TenantState expected) {
        created();
        stores.suspensions.suspend(ACME, UNPAID);
        assertThat(stores.audits.begin(run(OperationKind.UPDATE))).isInstanceOf(Beginning.Begun.class);
        assertThat(state()).isEqualTo("suspended");
        if (ends) {
            assertThat(stores.audits.succeed(run(OperationKind.UPDATE), Deployed.NOTHING))
                    .isInstanceOf(Ending.Recorded.class);
        }
        assertThat(otherwise()).isEqualTo(expected);
    }

    @Test
    void anUpdateThatBeganBesideIt_endsAfterTheResumption() {
        created();
        stores.suspensions.suspend(ACME, UNPAID);
        stores.audits.begin(run(OperationKind.UPDATE));
        stores.suspensions.resume(ACME, PAID);
        assertThat(state()).isEqualTo("updating");
        stores.audits.fail(run(OperationKind.UPDATE), "It broke.");
        assertThat(state()).isEqualTo("ready");
    }

    @Test
    void aDeletion_endsTheSuspension_andDeniesAllSessionsBeforeIt() {
        created();
        stores.suspensions.suspend(ACME, UNPAID);
        stores.audits.begin(run(OperationKind.DELETE));
        assertThat(state()).isEqualTo("deleting");
        assertThat(tenant().suspension()).isEmpty();
        assertThat(tenant().access().sessionsFrom()).contains(stores.clock.instant());
        stores.audits.succeed(run(OperationKind.DELETE), Deployed.NOTHING);
        assertThat(listed(TenantState.DELETED)).isTrue();
        RunExecution next = StoreFixture.run(OperationKind.CREATE, 2, 1, "e:next");
        assertThat(stores.audits.begin(next)).isInstanceOf(Beginning.Begun.class);
        assertThat(tenant().access().sessionsFrom()).isPresent();
    }

    @Test
    void aStackThatIsDeletedByHand_failsBesideTheSuspension() {
        created();
        stores.suspensions.suspend(ACME, UNPAID);
        stores.metadata.remove(ACME, "stack-of-acme");
        assertThat(state()).isEqualTo("suspended");
        assertThat(otherwise()).isEqualTo(TenantState.FAILED);
    }

    @Test
    void aRegistration_leavesTheSuspension() {
        created();
        stores.suspensions.suspend(ACME, UNPAID);
        stores.profiles.register(ACME, Registration.NONE);
        assertThat(state()).isEqualTo("suspended");
    }

    @Test
    void suspendAndResume_whenManyRace_leaveOneConsistentState() {
        created();
        List<SuspensionOutcome> outcomes = Threads.race(
                        8,
                        i -> i % 2 == 0
                                ? stores.suspensions.suspend(ACME, UNPAID)
                                : stores.suspensions.resume(ACME, PAID))
                .allResults();
        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(SuspensionOutcome.Done.class));
        boolean suspended = tenant().suspension().isPresent();
        assertThat(state()).isEqualTo(suspended ? "suspended" : "ready");
        assertThat(listed(TenantState.SUSPENDED)).isEqualTo(suspended);
        List<Kind> kinds =
                tenant().access().unpublished().stream().map(AccessChange::kind).toList();
        for (int i = 0; i < kinds.size(); i++) {
            assertThat(kinds.get(i)).as("changes alternate").isEqualTo(i % 2 == 0 ? Kind.SUSPENDED : Kind.RESUMED);
        }
        assertThat(kinds.size() % 2 == 1).isEqualTo(suspended);
    }

    @Test
    void aSuspension_andTheEndOfAnUpdate_whenTheyRace_loseNeither() {
        created();
        stores.audits.begin(run(OperationKind.UPDATE));
        Threads.race(
                        2,
                        i -> i == 0
                                ? stores.suspensions.suspend(ACME, UNPAID)
                                : stores.audits.succeed(run(OperationKind.UPDATE), Deployed.NOTHING))
                .allResults();
        assertThat(state()).isEqualTo("suspended");
        assertThat(otherwise()).isEqualTo(TenantState.READY);
    }
}
