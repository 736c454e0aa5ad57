package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static dev.backplane.tenants.store.StoreFixture.olderRow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.testing.DynamoLocal;
import dev.backplane.platform.testing.Threads;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.store.MetadataStore.Provision;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MetadataStoreTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static Provision provision(String version, String stack) {
        Map<String, String> row = metadataRow(ACME, version);
        return new Provision(
                ACME,
                StackVersion.parse(version),
                new Queue(row.getOrDefault("InboundQueueArn", ""), row.getOrDefault("InboundQueueUrl", "")),
                stack);
    }

    private Map<String, String> row() {
        return stores.row(ACME, "METADATA");
    }

    @Test
    void write_ofANewTenant_makesItsRow() {
        assertThat(stores.metadata.write(provision("1.0.0", "stack-of-acme"))).isTrue();
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void write_hasTheGenerationOfTheRunThatMadeTheStack() {
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 3, 1));
        stores.metadata.write(provision("1.0.0", "s"));
        assertThat(row()).containsEntry("N Generation", "3");
    }

    @Test
    void write_byTheSameStack_keepsTheTimeOfCreation() {
        stores.metadata.write(provision("1.0.0", "s"));
        stores.clock.advance(Duration.ofMinutes(1));

        assertThat(stores.metadata.write(provision("1.0.1", "s"))).isTrue();
        assertThat(row())
                .containsEntry("Version", "1.0.1")
                .containsEntry("CreatedAt", StoreFixture.NOW)
                .containsEntry("UpdatedAt", "2026-01-05T00:01:00.000Z");
    }

    @Test
    void write_toARowOfAnOlderStack_takesItOverWithoutItsOutboundQueue() {
        stores.put(olderRow(ACME));

        assertThat(stores.metadata.write(provision("1.0.0", "stack-of-acme"))).isTrue();
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void write_toTheRowOfAnotherStack_changesNothing() {
        stores.put(metadataRow(ACME, "1.0.0"));
        assertThat(stores.metadata.write(provision("1.0.1", "other"))).isFalse();
        assertThat(row()).isEqualTo(metadataRow(ACME, "1.0.0"));
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
        List<Boolean> written = Threads.race(
                        64, thread -> stores.metadata.write(provision("1.0." + thread, "stack-" + thread)))
                .allResults();

        assertThat(written).filteredOn(Boolean::booleanValue).hasSize(1);
        int owner = written.indexOf(true);
        assertThat(row()).containsEntry("StackId", "stack-" + owner).containsEntry("Version", "1.0." + owner);
    }

    @Test
    void write_while63OtherStacksAreRemoved_keepsTheRow() {
        Threads.race(64, thread -> {
                    if (thread == 0) {
                        return stores.metadata.write(provision("1.0.0", "stack-0"));
                    }
                    stores.metadata.remove(ACME, "stack-" + thread);
                    return true;
                })
                .allResults();
        assertThat(row()).containsEntry("StackId", "stack-0");
    }
}
