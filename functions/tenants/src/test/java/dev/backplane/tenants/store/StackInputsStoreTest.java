package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.StoreFixture.ACME;
import static dev.backplane.tenants.store.StoreFixture.auditRow;
import static dev.backplane.tenants.store.StoreFixture.metadataRow;
import static dev.backplane.tenants.store.StoreFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.tenants.Metadata;
import dev.backplane.tenants.OperationKind;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.store.AuditStore.Deployed;
import dev.backplane.tenants.store.AuditStore.Ending;
import dev.backplane.tenants.store.MetadataStore.Provision;
import dev.backplane.testing.DynamoLocal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a stack was deployed with and what it reports, in the metadata of its tenant. */
class StackInputsStoreTest {

    private static final StackVersion VERSION = StackVersion.parse("1.0.0");
    private static final String STACK = "stack-of-acme";
    private static final String CREATION = "execution:AUDIT#CREATE-1";
    private static final String UPDATE = "execution:AUDIT#UPDATE#1.0.0-1";

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(TenantStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        stores.put(auditRow(ACME, "AUDIT#CREATE", "Started", "1.0.0", 1, 1));
    }

    private static Provision provision(Map<String, String> outputs, String execution) {
        Map<String, String> row = metadataRow(ACME, "1.0.0");
        return new Provision(
                ACME,
                VERSION,
                new Queue(row.getOrDefault("InboundQueueArn", ""), row.getOrDefault("InboundQueueUrl", "")),
                Optional.empty(),
                new TreeMap<>(outputs),
                STACK,
                execution);
    }

    private Metadata metadata() {
        return stores.tenants.getTenant(ACME).metadata().orElseThrow();
    }

    private Ending created(Optional<String> inputs) {
        return stores.audits.succeed(
                run(OperationKind.CREATE, 1, 1, CREATION), new Deployed(Optional.of(STACK), Optional.empty(), inputs));
    }

    /** Begins an update, in which the stack writes the row. */
    private void updating(Map<String, String> outputs) {
        stores.put(auditRow(ACME, "AUDIT#UPDATE#1.0.0", "Started", "1.0.0", 1, 1));
        stores.write(provision(outputs, UPDATE));
    }

    private Ending updated(Optional<StackVersion> version, Optional<String> inputs) {
        return stores.audits.succeed(
                run(OperationKind.UPDATE, 1, 1, UPDATE), new Deployed(Optional.empty(), version, inputs));
    }

    @Test
    void outputs_areThoseOfTheLastDeployment() {
        stores.write(provision(Map.of("Table", "orders", "Tier", "free"), CREATION));
        assertThat(metadata().outputs()).containsOnly(Map.entry("Table", "orders"), Map.entry("Tier", "free"));

        stores.write(provision(Map.of("Table", "orders-2"), CREATION));
        assertThat(metadata().outputs()).containsOnly(Map.entry("Table", "orders-2"));

        stores.metadata.undo(provision(Map.of("Table", "orders", "Tier", "free"), CREATION));
        assertThat(metadata().outputs()).containsOnly(Map.entry("Table", "orders"), Map.entry("Tier", "free"));

        stores.write(provision(Map.of(), CREATION));
        assertThat(metadata().outputs()).isEmpty();
        assertThat(stores.row(ACME, "METADATA")).isEqualTo(metadataRow(ACME, "1.0.0"));
    }

    @Test
    void inputs_areRecordedWithTheSuccessOfARun() {
        stores.write(provision(Map.of(), CREATION));
        assertThat(metadata().inputs()).isEmpty();
        assertThat(created(Optional.of("d1"))).isEqualTo(new Ending.Recorded());
        assertThat(metadata().inputs()).contains("d1");

        updating(Map.of());
        assertThat(updated(Optional.of(VERSION), Optional.of("d2"))).isEqualTo(new Ending.Recorded());
        assertThat(metadata().inputs()).contains("d2");
    }

    /** A stack that was updated by a run that could not record it must not count as current. */
    @Test
    void inputs_areUnknownBetweenTheUpdateOfTheStackAndTheSuccess() {
        stores.write(provision(Map.of(), CREATION));
        created(Optional.of("d1"));
        updating(Map.of());
        assertThat(metadata().inputs()).isEmpty();
    }

    @Test
    void inputs_stayWhenARunDeploysNothing_andGoWithTheBuiltInTemplate() {
        stores.write(provision(Map.of(), CREATION));
        created(Optional.of("d1"));
        stores.put(auditRow(ACME, "AUDIT#UPDATE#1.0.0", "Started", "1.0.0", 1, 1));
        updated(Optional.empty(), Optional.empty());
        assertThat(metadata().inputs()).contains("d1");

        stores.put(auditRow(ACME, "AUDIT#UPDATE#1.0.0", "Started", "1.0.0", 1, 1));
        updated(Optional.of(VERSION), Optional.empty());
        assertThat(metadata().inputs()).isEmpty();
    }

    @Test
    void inputs_ofACreationWhoseRowBelongsToAnotherStack_areNotRecorded() {
        stores.put(StoreFixture.rowOfAnotherStack(ACME));
        assertThat(created(Optional.of("d1"))).isEqualTo(new Ending.Contradicted());
        assertThat(metadata().inputs()).isEmpty();
    }
}
