package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Page;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantSummary;
import dev.backplane.tenants.UpgradeProgress;
import dev.backplane.testing.DynamoLocal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that were changed by hand and cannot be read: they must not affect the other rows. */
class DamagedRowsTest {

    private static final TenantId DAMAGED = TenantId.parse("b");

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.put(metadataRow(TenantId.parse("a"), "1.0.0"));
        stores.put(metadataRow(TenantId.parse("c"), "1.0.0"));
    }

    private static Map<String, String> without(Map<String, String> row, String attribute) {
        row.remove(attribute);
        return row;
    }

    private static Map<String, String> with(Map<String, String> row, String attribute, String value) {
        row.put(attribute, value);
        return row;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unknown status",
                "no status",
                "no time",
                "malformed time",
                "malformed version",
                "fractional generation"
            })
    void listTenants_leavesOutATenantWithADamagedRow(String damage) {
        Map<String, String> creation = auditRow(DAMAGED, "AUDIT#CREATE", "Success", "1.0.0", 1, 1);
        Map<String, String> metadata = metadataRow(DAMAGED, "1.0.0");
        stores.put(metadata);
        stores.put(
                switch (damage) {
                    case "unknown status" -> with(creation, "Status", "Paused");
                    case "no status" -> without(creation, "Status");
                    case "no time" -> without(creation, "UpdatedAt");
                    case "malformed time" -> with(metadata, "UpdatedAt", "yesterday");
                    case "fractional generation" -> with(metadata, "N Generation", "1.5");
                    default -> with(metadata, "Version", "newest");
                });

        assertThat(ids(stores.tenants.listTenants(10, Optional.empty()))).containsExactly("a", "c");

        Page<TenantSummary, TenantId> first = stores.tenants.listTenants(2, Optional.empty());
        assertThat(ids(first)).containsExactly("a");
        assertThat(ids(stores.tenants.listTenants(2, first.next()))).containsExactly("c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"b", "TENANT_ID#", "TENANT_ID#b b", "TENANT_ID#-b"})
    void listTenants_leavesOutARowWithAMalformedKey(String key) {
        stores.put(with(metadataRow(DAMAGED, "1.0.0"), "pk", key));

        for (int limit = 1; limit <= 3; limit++) {
            List<String> found = new ArrayList<>();
            Optional<TenantId> after = Optional.empty();
            do {
                Page<TenantSummary, TenantId> page = stores.tenants.listTenants(limit, after);
                found.addAll(ids(page));
                after = page.next();
            } while (after.isPresent());
            assertThat(found).containsExactly("a", "c");
        }
    }

    @Test
    void progressAndCount_leaveOutADamagedGeneration() {
        stores.put(with(metadataRow(DAMAGED, "1.0.0"), "N Generation", "1.5"));
        stores.put(
                with(auditRow(TenantId.parse("c"), "AUDIT#DELETE", "Success", "1.0.0", 1, 1), "N Generation", "1.5"));

        assertThat(stores.upgrades.countOutdated(StackVersion.parse("1.0.1"))).isEqualTo(2);
        assertThat(stores.upgrades.getProgress(StackVersion.parse("1.0.1"))).isEqualTo(new UpgradeProgress(0, 0, 0, 2));
    }

    /** The workflow that upgrades all tenants leaves the same rows out. */
    @ParameterizedTest
    @ValueSource(
            strings = {"b", "TENANT_ID#", "TENANT_ID#b b", "TENANT_ID#-b", "no version", "version of another type"})
    void progressAndCount_leaveOutAMetadataRowThatIsNoTenant(String damage) {
        Map<String, String> row = metadataRow(DAMAGED, "1.0.0");
        stores.put(
                switch (damage) {
                    case "no version" -> without(row, "Version");
                    case "version of another type" -> with(without(row, "Version"), "N Version", "1");
                    default -> with(row, "pk", damage);
                });

        assertThat(stores.upgrades.countOutdated(StackVersion.parse("1.0.1"))).isEqualTo(2);
        assertThat(stores.upgrades.getProgress(StackVersion.parse("1.0.1"))).isEqualTo(new UpgradeProgress(0, 0, 0, 2));
    }

    @Test
    void getProgress_leavesOutADamagedUpdate() {
        stores.put(auditRow(TenantId.parse("a"), "AUDIT#UPDATE#1.0.1", "Failure", "1.0.1", 1, 1));
        stores.put(auditRow(TenantId.parse("c"), "AUDIT#UPDATE#1.0.1", "Paused", "1.0.1", 1, 1));

        assertThat(stores.upgrades.getProgress(StackVersion.parse("1.0.1"))).isEqualTo(new UpgradeProgress(0, 0, 1, 2));
    }

    private static List<String> ids(Page<TenantSummary, TenantId> page) {
        return page.items().stream().map(tenant -> tenant.id().value()).toList();
    }
}
