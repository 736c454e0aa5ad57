package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Page;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.RegisterOutcome;
import dev.backplane.tenants.RegisterOutcome.Registered;
import dev.backplane.tenants.Registration;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantState;
import dev.backplane.tenants.TenantSummary;
import dev.backplane.tenants.store.AuditStore.Deployed;
import dev.backplane.tenants.store.ProfileStore.Filter;
import dev.backplane.tenants.store.ProfileStore.Position;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProfileStoreTest {

    private static final Registration GOLD =
            Registration.of(Optional.of("Acme Inc."), Optional.of("gold"), Map.of("crm", "7"));

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private String state() {
        return stores.tenants.getTenant(ACME).state(stores.clock.instant()).value();
    }

    private String listed(TenantState state) {
        return String.join(
                " ",
                stores
                        .profiles
                        .list(new Filter(Optional.of(state), Optional.empty()), 10, Optional.empty())
                        .items()
                        .stream()
                        .map(tenant -> tenant.id().value())
                        .toList());
    }

    private static RunExecution run(OperationKind kind, int generation, int attempt) {
        return StoreFixture.run(kind, generation, attempt, "e:" + kind + generation + attempt);
    }

    private void created() {
        stores.audits.begin(run(OperationKind.CREATE, 1, 1));
        stores.put(metadataRow(ACME, "1.0.0"));
        stores.audits.succeed(
                run(OperationKind.CREATE, 1, 1),
                new Deployed(Optional.of("stack-of-acme"), Optional.empty(), Optional.empty()));
    }

    @Test
    void register_anUnknownTenant_createsIt_andThenReplacesItAsAWhole() {
        assertThat(((Registered) stores.profiles.register(ACME, GOLD)).created())
                .isTrue();
        assertThat(stores.tenants.getTenant(ACME).registration()).isEqualTo(GOLD);
        assertThat(state()).isEqualTo("registered");
        assertThat(listed(TenantState.REGISTERED)).isEqualTo("acme");

        stores.clock.advance(Duration.ofSeconds(1));
        assertThat(((Registered) stores.profiles.register(ACME, Registration.NONE)).created())
                .isFalse();
        var profile = stores.tenants.getTenant(ACME).profile().orElseThrow();
        assertThat(profile.registration()).isEqualTo(Registration.NONE);
        assertThat(profile.updated()).isEqualTo(profile.created().plusSeconds(1));
    }

    @Test
    void register_aTenantOfAnEarlierRelease_givesItTheStateOfItsRows() {
        stores.put(metadataRow(ACME, "1.0.0"));
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Success", "1.0.0", 3, 1));
        assertThat(((Registered) stores.profiles.register(ACME, GOLD)).created())
                .isFalse();
        assertThat(listed(TenantState.READY)).isEqualTo("acme");
    }

    @ParameterizedTest
    @CsvSource({"Started", "Success", "Failure"})
    void register_aTenantWhoseDeletionHasBegun_changesNothing(String status) {
        stores.profiles.register(ACME, GOLD);
        stores.put(auditRow(ACME, "AUDIT#DELETE", status, "1.0.0", 1, 1));
        assertThat(stores.profiles.register(ACME, Registration.NONE)).isInstanceOf(RegisterOutcome.Deleted.class);
        assertThat(stores.tenants.getTenant(ACME).registration()).isEqualTo(GOLD);
    }

    @Test
    void register_by32CallersWhileTheTenantIsProvisionedAndDeleted_createsOnce_andKeepsTheStateOfTheRuns() {
        List<Boolean> created = Threads.race(32, thread -> {
                    if (thread == 7) {
                        stores.audits.begin(run(OperationKind.CREATE, 1, 1));
                        return false;
                    }
                    return stores.profiles.register(ACME, GOLD) instanceof Registered(var _, boolean first) && first;
                })
                .allResults();
        assertThat(created.stream().filter(first -> first).count()).isLessThanOrEqualTo(1);
        assertThat(state()).isEqualTo("provisioning");
        assertThat(stores.tenants.getTenant(ACME).registration()).isEqualTo(GOLD);
    }

    @Test
    void runs_setTheState_whichListsFollow() {
        stores.profiles.register(ACME, GOLD);
        stores.audits.begin(run(OperationKind.CREATE, 1, 1));
        assertThat(listed(TenantState.PROVISIONING)).isEqualTo("acme");
        stores.audits.fail(run(OperationKind.CREATE, 1, 1), "No");
        assertThat(listed(TenantState.FAILED)).isEqualTo("acme");
        stores.audits.begin(run(OperationKind.CREATE, 1, 2));
        stores.put(metadataRow(ACME, "1.0.0"));
        stores.audits.succeed(
                run(OperationKind.CREATE, 1, 2),
                new Deployed(Optional.of("stack-of-acme"), Optional.empty(), Optional.empty()));
        assertThat(listed(TenantState.READY)).isEqualTo("acme");
        stores.audits.begin(run(OperationKind.UPDATE, 1, 1));
        assertThat(listed(TenantState.UPDATING)).isEqualTo("acme");
        stores.audits.fail(run(OperationKind.UPDATE, 1, 1), "No");
        assertThat(listed(TenantState.READY)).isEqualTo("acme");
        stores.audits.begin(run(OperationKind.DELETE, 1, 1));
        assertThat(listed(TenantState.DELETING)).isEqualTo("acme");
        stores.audits.succeed(run(OperationKind.DELETE, 1, 1), Deployed.NOTHING);
        assertThat(listed(TenantState.DELETED)).isEqualTo("acme");
        assertThat(stores.tenants.getTenant(ACME).registration()).isEqualTo(GOLD);
    }

    @Test
    void anUpdateThatEndsAfterADeletionHasBegun_leavesTheStateOfTheDeletion() {
        created();
        stores.audits.begin(run(OperationKind.UPDATE, 1, 1));
        stores.audits.begin(run(OperationKind.DELETE, 1, 1));
        stores.audits.fail(run(OperationKind.UPDATE, 1, 1), "The tenant is being deleted.");
        assertThat(state()).isEqualTo("deleting");
        assertThat(stores.row(ACME, "AUDIT#UPDATE#1.0.0")).containsEntry("Status", "Failure");
    }

    @Test
    void aCreationThatDiedBeforeItsFirstWrite_hasFailed() {
        stores.profiles.register(ACME, GOLD);
        stores.audits.fail(run(OperationKind.CREATE, 1, 1), "It died.");
        assertThat(state()).isEqualTo("failed");
    }

    @Test
    void aStackThatIsDeletedByHand_makesItsTenantFail_andOneThatADeletionRemovesDoesNot() {
        created();
        stores.metadata.remove(ACME, "stack-of-acme");
        assertThat(state()).isEqualTo("failed");

        stores.put(metadataRow(ACME, "1.0.0"));
        stores.audits.begin(run(OperationKind.DELETE, 1, 1));
        stores.metadata.remove(ACME, "stack-of-acme");
        assertThat(state()).isEqualTo("deleting");
    }

    @ParameterizedTest
    @EnumSource(
            value = OperationKind.class,
            names = {"CREATE", "UPDATE", "DELETE"})
    void aRunWhoseEndWasLost_countsAsEnded(OperationKind kind) {
        created();
        stores.audits.begin(run(kind, 2, 1));
        stores.clock.advance(Audit.OVERDUE_AFTER.plusMillis(1));
        assertThat(state()).isEqualTo(kind == OperationKind.UPDATE ? "ready" : "failed");
    }

    private void register(String id, String tier) {
        stores.profiles.register(
                TenantId.parse(id),
                Registration.of(Optional.empty(), Optional.of(tier).filter(name -> !name.isEmpty()), Map.of()));
    }

    @Test
    void list_ofATier_goesThroughAllStates_pageByPage() {
        register("b", "gold");
        register("a", "gold");
        register("c", "gold-plus");
        register("d", "");
        register("e", "gold");
        stores.audits.begin(StoreFixture.runOf(TenantId.parse("b"), OperationKind.CREATE, "e:b"));
        assertThat(ids(new Filter(Optional.empty(), Optional.of("gold")))).containsExactly("a", "e", "b");
        assertThat(ids(new Filter(Optional.of(TenantState.REGISTERED), Optional.of("gold"))))
                .containsExactly("a", "e");
        assertThat(ids(new Filter(Optional.of(TenantState.REGISTERED), Optional.empty())))
                .containsExactly("d", "a", "e", "c");
    }

    private List<String> ids(Filter filter) {
        List<String> ids = new ArrayList<>();
        Optional<Position> after = Optional.empty();
        do {
            Page<TenantSummary, Position> page = stores.profiles.list(filter, 1, after);
            page.items().forEach(tenant -> ids.add(tenant.id().value()));
            after = page.next().map(Position::text).map(Position::parse);
        } while (after.isPresent());
        return ids;
    }

    @Test
    void listTenants_namesRegisteredTenantsAndThoseOfEarlierReleases() {
        register("b", "gold");
        stores.put(metadataRow(TenantId.parse("a"), "1.0.0"));
        Page<TenantSummary, TenantId> page = stores.tenants.listTenants(10, Optional.empty());
        assertThat(page.items())
                .extracting(tenant ->
                        tenant.id() + " " + tenant.state() + " " + tenant.tier().orElse("-"))
                .containsExactly("a READY -", "b REGISTERED gold");
    }
}
