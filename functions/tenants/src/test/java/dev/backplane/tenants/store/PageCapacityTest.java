package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.log.Meter;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import dev.backplane.testing.DynamoLocal;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The cost of a page, independent of the table's size; docs/capacity.md has the rest. */
class PageCapacityTest {

    private static final StackVersion V1 = StackVersion.parse("1.0.0");

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @Test
    void listTenants_of2000_costsTheSameOnEveryPage() {
        stores.putAll(IntStream.range(0, 2000)
                .mapToObj(i -> TenantId.parse("tenant-" + i))
                .flatMap(id ->
                        Stream.of(metadataRow(id, "1.0.0"), auditRow(id, "AUDIT#CREATE", "Success", "1.0.0", 1, 1)))
                .toList());
        Optional<TenantId> after = Optional.empty();
        Set<TenantId> seen = new HashSet<>();
        do {
            Meter meter = new Meter();
            Optional<TenantId> start = after;
            var page = meter.measure(() -> stores.tenants.listTenants(100, start));
            page.items().forEach(tenant -> seen.add(tenant.id()));
            assertThat(meter.calls()).isEqualTo(4);
            assertThat(meter.readUnits()).isLessThanOrEqualTo(6.5);
            after = page.next();
        } while (after.isPresent());
        assertThat(seen).hasSize(2000);

        Meter meter = new Meter();
        meter.measure(() -> stores.upgrades.getProgress(V1));
        assertThat(meter.calls()).isEqualTo(3);
        assertThat(meter.readUnits()).isLessThanOrEqualTo(50);
    }
}
