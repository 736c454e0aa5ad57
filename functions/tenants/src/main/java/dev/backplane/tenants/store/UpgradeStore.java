package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.Attributes.EXECUTION;
import static dev.backplane.tenants.store.Attributes.FAILED;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.RunExecution;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.TenantSummary.Entry;
import dev.backplane.tenants.UpgradeProgress;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The progress of all tenants towards a version. It is computed from the index, where each tenant has few entries. */
public final class UpgradeStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    UpgradeStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /** Returns the latest upgrade to a version. */
    public Optional<Audit> getUpgrade(StackVersion version) {
        return dynamo.get(table, TenantKey.upgrade(version).attributes()).flatMap(TenantRows::toAudit);
    }

    /** Returns whether an upgrade may update further tenants: it is running, and few enough tenants have failed. */
    public boolean mayContinue(RunExecution upgrade, int toleratedFailures) {
        return dynamo.get(table, TenantKey.of(upgrade).attributes())
                .filter(row -> row.findText(EXECUTION).equals(Optional.of(upgrade.arn())))
                .filter(row -> Status.parse(row.text(STATUS)) == Status.STARTED)
                .filter(row -> row.findNumber(FAILED).orElse(0L) <= toleratedFailures)
                .isPresent();
    }

    /** Counts a tenant that an upgrade could not update; a repeated call may count it twice. */
    public void countFailure(RunExecution upgrade) {
        dynamo.update(
                table,
                TenantKey.of(upgrade).attributes(),
                new ItemUpdate().add(FAILED, Values.number(1)).onlyIf(RunConditions.startedBy(upgrade.arn())));
    }

    /** Counts the tenants that an upgrade to a version would update. */
    public int countOutdated(StackVersion version) {
        return outdated(lives(version));
    }

    /** Counts the tenants by the status of their update to a version; damaged rows are logged and not counted. */
    public UpgradeProgress getProgress(StackVersion version) {
        Instant now = Times.now(clock);
        Map<String, Life> lives = lives(version);
        Map<Status, Integer> counts = new EnumMap<>(Status.class);
        forEach(
                TenantKey.updateTo(version),
                row -> Optional.ofNullable(lives.get(row.text(PK)))
                        .flatMap(life -> row.read(item -> TenantRows.toEntry(item, now))
                                .filter(update -> update.generation() == life.generation())
                                .flatMap(Entry::status)
                                .filter(status ->
                                        status == Status.STARTED || (status == Status.SUCCESS) != life.outdated()))
                        .ifPresent(status -> counts.merge(status, 1, Integer::sum)));
        return new UpgradeProgress(
                counts.getOrDefault(Status.STARTED, 0),
                counts.getOrDefault(Status.SUCCESS, 0),
                counts.getOrDefault(Status.FAILURE, 0),
                outdated(lives));
    }

    /** The current generation of a tenant with a queue, and whether its version differs from the target version. */
    private record Life(int generation, boolean outdated) {}

    private static int outdated(Map<String, Life> lives) {
        return (int) lives.values().stream().filter(Life::outdated).count();
    }

    /** Returns the tenants that have a queue and are not being deleted. */
    private Map<String, Life> lives(StackVersion version) {
        Map<String, Life> lives = new HashMap<>();
        forEach(
                TenantKey.METADATA,
                row -> row.read(metadata -> life(metadata, version)).ifPresent(life -> lives.put(row.text(PK), life)));
        forEach(
                TenantKey.DELETE,
                row -> row.read(TenantRows::generation)
                        .ifPresent(deleted -> lives.computeIfPresent(
                                row.text(PK), (_, life) -> life.generation() <= deleted ? null : life)));
        return lives;
    }

    private static Life life(Item metadata, StackVersion target) {
        // Throws an exception for a row that is no tenant's, which upgrades leave out too.
        new TenantKey(metadata.text(PK), TenantKey.METADATA).tenant();
        return new Life(TenantRows.generation(metadata), !metadata.text(VERSION).equals(target.value()));
    }

    private void forEach(String sort, Consumer<Item> work) {
        dynamo.forEach(TenantStore.inverted(table, sort), work);
    }
}
