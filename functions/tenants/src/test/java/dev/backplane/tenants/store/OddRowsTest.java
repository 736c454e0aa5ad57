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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows from other programs: a damaged row must not break reads of others. */
class OddRowsTest {

    private static final TenantId ODD = TenantId.parse("b-odd");

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
    @ValueSource(strings = {"a status of no kind", "no time", "a time of no form", "a version of no form"})
    void listTenants_leavesOutWhatCannotBeRead(String oddity) {
        Map<String, String> creation = auditRow(ODD, "AUDIT#CREATE", "Success", "1.0.0", 1, 1);
        Map<String, String> metadata = metadataRow(ODD, "1.0.0");
        stores.put(metadata);
        stores.put(
                switch (oddity) {
                    case "a status of no kind" -> with(creation, "Status", "Paused");
                    case "no time" -> without(creation, "UpdatedAt");
                    case "a time of no form" -> with(metadata, "UpdatedAt", "yesterday");
                    default -> with(metadata, "Version", "newest");
                });

        assertThat(ids(stores.tenants.listTenants(10, Optional.empty()))).containsExactly("a", "c");

        Page<TenantSummary, TenantId> first = stores.tenants.listTenants(2, Optional.empty());
        assertThat(ids(first)).containsExactly("a");
        assertThat(ids(stores.tenants.listTenants(2, first.next()))).containsExactly("c");
    }

    @Test
    void getProgress_leavesOutWhatCannotBeRead() {
        stores.put(auditRow(TenantId.parse("a"), "AUDIT#UPDATE#1.0.1", "Failure", "1.0.1", 1, 1));
        stores.put(auditRow(TenantId.parse("c"), "AUDIT#UPDATE#1.0.1", "Paused", "1.0.1", 1, 1));

        assertThat(stores.upgrades.getProgress(StackVersion.parse("1.0.1"))).isEqualTo(new UpgradeProgress(0, 0, 1, 2));
    }

    private static List<String> ids(Page<TenantSummary, TenantId> page) {
        return page.items().stream().map(tenant -> tenant.id().value()).toList();
    }
}
