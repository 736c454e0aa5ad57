package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static dev.backplane.tenants.store.StoreFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.log.Meter;
import dev.backplane.platform.testing.DynamoLocal;
import dev.backplane.tenants.Kind;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.MetadataStore.Provision;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Holds the round trips and capacity units that docs/data-model/tenants.md states. */
class CapacityTest {

    private static final StackVersion V1 = StackVersion.parse("1.0.0");

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static void assertCost(Supplier<?> work, long calls, double readUnits, double writeUnits) {
        Meter meter = new Meter();
        meter.measure(work);
        assertThat(List.of((double) meter.calls(), meter.readUnits(), meter.writeUnits()))
                .as("round trips, read units, write units")
                .containsExactly((double) calls, readUnits, writeUnits);
    }

    @Test
    void getTenant_costsOneConsistentQueryOfOneUnit() {
        // The engine counts nothing for nothing; AWS counts one unit here, too.
        assertCost(() -> stores.tenants.getTenant(ACME), 1, 0, 0);

        stores.put(metadataRow(ACME, "1.0.0"));
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Success", "1.0.0", 1, 1));
        assertCost(() -> stores.tenants.getTenant(ACME), 1, 1, 0);
    }

    @Test
    void getTenant_afterTenUpdates_stillCostsOneUnit() {
        stores.put(metadataRow(ACME, "1.0.0"));
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Success", "1.0.0", 1, 1));
        stores.putAll(IntStream.range(0, 10)
                .mapToObj(i -> auditRow(ACME, "AUDIT#UPDATE#1.0." + i, "Success", "1.0." + i, 1, 1))
                .toList());
        assertCost(() -> stores.tenants.getTenant(ACME), 1, 1, 0);
    }

    @Test
    void metadata_costsOneReadAndOneWriteOfRowAndIndex() {
        Provision provision = new Provision(ACME, V1, new Queue("arn", "url"), "stack");
        assertCost(() -> stores.metadata.write(provision), 2, 1, 2);
    }

    @Test
    void fail_costsOneWriteOfRowAndIndex() {
        assertCost(() -> stores.audits.fail(run(Kind.CREATE, 1, 1, "e"), "It died."), 1, 0, 2);
        assertCost(() -> stores.audits.fail(run(Kind.CREATE, 1, 1, "e"), "It died."), 1, 0, 0);
    }

    @Test
    void getUpgrade_costsOneConsistentRead() {
        assertCost(() -> stores.upgrades.getUpgrade(V1), 1, 1, 0);
    }

    @Test
    void listTenants_of2000_costsTheSameOnEveryPage() {
        stores.putAll(IntStream.range(0, 2000)
                .mapToObj(i -> metadataRow(TenantId.parse("tenant-" + i), "1.0.0"))
                .toList());
        Optional<TenantId> after = Optional.empty();
        Set<TenantId> seen = new HashSet<>();
        do {
            Meter meter = new Meter();
            Optional<TenantId> start = after;
            var page = meter.measure(() -> stores.tenants.listTenants(100, start));
            page.items().forEach(tenant -> seen.add(tenant.id()));
            assertThat(meter.calls()).isEqualTo(1);
            assertThat(meter.readUnits()).isLessThanOrEqualTo(2.5);
            after = page.next();
        } while (after.isPresent());
        assertThat(seen).hasSize(2000);

        Meter meter = new Meter();
        meter.measure(() -> stores.upgrades.getProgress(V1));
        assertThat(meter.calls()).isEqualTo(2);
        assertThat(meter.readUnits()).isLessThanOrEqualTo(50);
    }
}
