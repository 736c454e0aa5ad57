package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static dev.backplane.tenants.store.StoreFixture.olderRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Page;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.Metadata;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantState;
import dev.backplane.tenants.TenantSummary;
import dev.backplane.tenants.UpgradeProgress;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TenantStoreTest {

    private static final StackVersion V1 = StackVersion.parse("1.0.0");
    private static final StackVersion V2 = StackVersion.parse("1.0.1");

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @Test
    void getTenant_thatNobodyKnows_isUnknown() {
        stores.put(metadataRow(TenantId.parse("acme-2"), "1.0.0"));
        assertThat(stores.tenants.getTenant(ACME).isUnknown()).isTrue();
    }

    @Test
    void getTenant_readsEveryRow() {
        stores.put(metadataRow(ACME, "1.0.0"));
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Success", "1.0.0", 2, 3));
        stores.put(auditRow(ACME, "AUDIT#UPDATE#1.0.1", "Failure", "1.0.1", 2, 1));
        stores.put(auditRow(ACME, "AUDIT#UPDATE#1.0.2", "Started", "1.0.2", 2, 1));
        stores.put(auditRow(ACME, "AUDIT#DELETE", "Success", "1.0.0", 1, 1));
        stores.put(Map.of("pk", "TENANT_ID#acme", "sk", "NOTE"));

        Tenant tenant = stores.tenants.getTenant(ACME);

        assertThat(tenant.metadata().orElseThrow().stackId()).contains("stack-of-acme");
        assertThat(tenant.creation())
                .contains(new Audit(
                        OperationKind.CREATE,
                        Optional.of(V1),
                        Status.SUCCESS,
                        3,
                        2,
                        "execution:AUDIT#CREATE-3",
                        Optional.empty(),
                        Optional.of(TestClock.START),
                        TestClock.START));
        assertThat(tenant.updates()).extracting(Audit::status).containsExactly(Status.FAILURE, Status.STARTED);
        assertThat(tenant.generation()).isEqualTo(2);
        assertThat(tenant.removal()).isPresent();
        assertThat(tenant.deletion()).isEmpty();
    }

    @Test
    void getTenant_readsRowsAsOlderStacksWroteThem() {
        stores.put(olderRow(ACME));
        stores.put(Map.of(
                "pk", "TENANT_ID#acme",
                "sk", "AUDIT#UPDATE#0.1.18",
                "UpdatedAt", "2020-08-31T16:02:16.808Z",
                "Execution", "arn:aws:states:...",
                "Status", "Failure"));

        Tenant tenant = stores.tenants.getTenant(ACME);

        Metadata metadata = tenant.metadata().orElseThrow();
        assertThat(metadata.generation()).isEqualTo(1);
        assertThat(metadata.stackId()).isEmpty();
        assertThat(metadata.outbound().orElseThrow().arn()).endsWith("t-acme-outbound");
        assertThat(tenant.updates())
                .containsExactly(new Audit(
                        OperationKind.UPDATE,
                        Optional.of(StackVersion.parse("0.1.18")),
                        Status.FAILURE,
                        1,
                        1,
                        "arn:aws:states:...",
                        Optional.empty(),
                        Optional.empty(),
                        Instant.parse("2020-08-31T16:02:16.808Z")));
    }

    @Test
    void listTenants_goesThroughAllOfThem_onceEach() {
        stores.putAll(IntStream.range(0, 7)
                .mapToObj(i -> metadataRow(TenantId.parse("t" + i), "1.0.0"))
                .toList());

        Page<TenantSummary, TenantId> first = stores.tenants.listTenants(4, Optional.empty());
        Page<TenantSummary, TenantId> last = stores.tenants.listTenants(4, first.next());

        assertThat(first.items()).extracting(tenant -> tenant.id().value()).containsExactly("t0", "t1", "t2", "t3");
        assertThat(last.items()).extracting(tenant -> tenant.id().value()).containsExactly("t4", "t5", "t6");
        assertThat(last.next()).isEmpty();
        assertThat(first.items().getFirst())
                .isEqualTo(new TenantSummary(
                        TenantId.parse("t0"),
                        TenantState.READY,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(V1),
                        1,
                        TestClock.START,
                        TestClock.START));
    }

    @Test
    void listTenants_hasThoseWithoutAQueueToo_eachWithItsState() {
        row("a-ready", "METADATA", "1.0.0");
        row("a-ready", "AUDIT#CREATE", "Success");
        row("b-provisioning", "AUDIT#CREATE", "Started");
        row("c-failed", "AUDIT#CREATE", "Failure");
        row("d-deleting", "METADATA", "1.0.0");
        row("d-deleting", "AUDIT#CREATE", "Success");
        row("d-deleting", "AUDIT#DELETE", "Started");
        row("e-deleted", "AUDIT#CREATE", "Success");
        row("e-deleted", "AUDIT#DELETE", "Success");
        row("f-not-deleted", "METADATA", "1.0.0");
        row("f-not-deleted", "AUDIT#DELETE", "Failure");
        row("g-again", "AUDIT#DELETE", "Success");
        stores.put(auditRow(TenantId.parse("g-again"), "AUDIT#CREATE", "Started", "1.0.0", 2, 1));
        row("h-removed", "AUDIT#CREATE", "Success");

        for (int limit = 1; limit <= 9; limit++) {
            assertThat(all(limit))
                    .as("pages of %d", limit)
                    .containsExactly(
                            "a-ready ready",
                            "b-provisioning provisioning",
                            "c-failed failed",
                            "d-deleting deleting",
                            "e-deleted deleted",
                            "f-not-deleted failed",
                            "g-again provisioning",
                            "h-removed failed");
        }
        stores.clock.advance(Audit.OVERDUE_AFTER.plusMillis(1));
        assertThat(all(9)).contains("b-provisioning failed", "d-deleting failed", "g-again failed");
    }

    private void row(String tenant, String sort, String value) {
        TenantId id = TenantId.parse(tenant);
        stores.put(sort.equals("METADATA") ? metadataRow(id, value) : auditRow(id, sort, value, "1.0.0", 1, 1));
    }

    private List<String> all(int limit) {
        List<String> tenants = new ArrayList<>();
        Optional<TenantId> after = Optional.empty();
        do {
            Page<TenantSummary, TenantId> page = stores.tenants.listTenants(limit, after);
            page.items()
                    .forEach(tenant ->
                            tenants.add(tenant.id() + " " + tenant.state().value()));
            after = page.next();
        } while (after.isPresent());
        return tenants;
    }

    @Test
    void getTenant_takesAStartedRowThatIsOverdueForAFailure() {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 1, 1));
        stores.clock.advance(Audit.OVERDUE_AFTER);
        assertThat(stores.tenants.getTenant(ACME).operationUnderWay()).isPresent();

        stores.clock.advance(Duration.ofMillis(1));
        Tenant tenant = stores.tenants.getTenant(ACME);
        assertThat(tenant.operationUnderWay()).isEmpty();
        assertThat(tenant.creation().orElseThrow().status()).isEqualTo(Status.FAILURE);
        assertThat(tenant.creation().orElseThrow().reason()).contains("The run ended without recording a result.");
    }

    @Test
    void getProgress_countsTenantsByHowFarTheyAre() {
        for (String name : new String[] {"a", "b", "c", "d", "e"}) {
            stores.put(metadataRow(TenantId.parse(name), name.equals("e") ? "1.0.1" : "1.0.0"));
        }
        stores.put(auditRow(TenantId.parse("a"), "AUDIT#UPDATE#1.0.1", "Started", "1.0.1", 1, 1));
        stores.put(auditRow(TenantId.parse("b"), "AUDIT#UPDATE#1.0.1", "Failure", "1.0.1", 1, 1));
        stores.put(auditRow(TenantId.parse("e"), "AUDIT#UPDATE#1.0.1", "Success", "1.0.1", 1, 1));
        stores.put(auditRow(TenantId.parse("c"), "AUDIT#UPDATE#1.0.0", "Success", "1.0.0", 1, 1));

        assertThat(stores.upgrades.getProgress(V2)).isEqualTo(new UpgradeProgress(1, 1, 1, 4));
        assertThat(stores.upgrades.countOutdated(V2)).isEqualTo(4);
        assertThat(stores.upgrades.getProgress(StackVersion.parse("9.9.9"))).isEqualTo(new UpgradeProgress(0, 0, 0, 5));
    }

    @Test
    void getProgress_leavesOutDeletedTenantsAndEarlierGenerations() {
        row("deleted", "AUDIT#UPDATE#1.0.1", "Success");
        row("deleted", "AUDIT#DELETE", "Success");
        row("deleting", "METADATA", "1.0.0");
        row("deleting", "AUDIT#UPDATE#1.0.1", "Failure");
        row("deleting", "AUDIT#DELETE", "Started");
        row("rolled-back", "METADATA", "1.0.0");
        row("rolled-back", "AUDIT#UPDATE#1.0.1", "Success");
        Map<String, String> again = metadataRow(TenantId.parse("again"), "1.0.0");
        again.put("N Generation", "2");
        stores.put(again);
        row("again", "AUDIT#UPDATE#1.0.1", "Failure");
        row("again", "AUDIT#DELETE", "Success");

        assertThat(stores.upgrades.getProgress(V2)).isEqualTo(new UpgradeProgress(0, 0, 0, 2));
        assertThat(stores.upgrades.countOutdated(V2)).isEqualTo(2);
    }

    @Test
    void getProgress_takesAnUpdateThatIsOverdueForAFailure() {
        row("a", "METADATA", "1.0.0");
        row("a", "AUDIT#UPDATE#1.0.1", "Started");
        assertThat(stores.upgrades.getProgress(V2)).isEqualTo(new UpgradeProgress(1, 0, 0, 1));
        stores.clock.advance(Audit.OVERDUE_AFTER.plusMillis(1));
        assertThat(stores.upgrades.getProgress(V2)).isEqualTo(new UpgradeProgress(0, 0, 1, 1));
    }

    @Test
    void getUpgrade_readsTheRowOfTheVersion() {
        assertThat(stores.upgrades.getUpgrade(V2)).isEmpty();
        stores.put(Map.of(
                "pk", "UPGRADE#1.0.1",
                "sk", "AUDIT#UPGRADE",
                "Status", "Started",
                "UpdatedAt", StoreFixture.NOW,
                "Execution", "e",
                "N Attempt", "3"));
        assertThat(stores.upgrades.getUpgrade(V2).orElseThrow().attempt()).isEqualTo(3);
        assertThat(stores.upgrades.getUpgrade(V1)).isEmpty();
    }
}
