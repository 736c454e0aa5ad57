package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AliasSyncTest {

    private static final SiteConfig CONFIG = new SiteConfig(Optional.of("[1]"), Optional.of("{}"), Optional.empty());

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @AfterEach
    void invariantsHold() {
        stores.checkInvariants();
    }

    @Test
    void sync_whenTheDeploymentFinishes_opensItsAliasesWithItsConfiguration() {
        DeploymentId id = stores.deployment("d1");
        point(60, id);
        Deployment finished = StoreFixture.changed(stores.finish(id, CONFIG, Optional.empty()));

        assertThat(stores.sync.sync(finished, () -> true)).isEqualTo(60);

        for (int i = 0; i < 60; i++) {
            AliasId alias = AliasId.parse("a" + i + ".example.com");
            assertThat(stores.alias(alias.toString()).isReady()).isTrue();
            assertThat(stores.lookup
                            .getConfigNextJs(alias, Variant.STABLE, true)
                            .orElseThrow()
                            .config())
                    .isEqualTo(CONFIG);
            assertThat(stores.alias(alias.toString()).revision()).isEqualTo(1);
        }
    }

    @Test
    void sync_withoutTimeForAll_leavesTheRestToTheNextRun() {
        DeploymentId id = stores.deployment("d1");
        point(60, id);
        Deployment finished = stores.step(id, DeploymentStatus.FINISHED);
        AtomicInteger time = new AtomicInteger(1);
        assertThat(stores.sync.sync(finished, () -> time.getAndDecrement() > 0)).isEqualTo(49);
        assertThat(ready()).isEqualTo(49);
        assertThat(stores.sync.sync(finished, () -> true)).isEqualTo(60);
        assertThat(ready()).isEqualTo(60);
    }

    @Test
    void sync_bringsManyInLineWithOneTransaction() {
        DeploymentId id = stores.deployment("d1");
        point(98, id);
        Deployment finished = stores.step(id, DeploymentStatus.FINISHED);
        Meter meter = new Meter();
        assertThat(meter.measure(() -> stores.sync.sync(finished, () -> true))).isEqualTo(98);
        assertThat(meter.calls()).as("two pages, two transactions").isEqualTo(4);
    }

    /** A transaction holds 4 MB, and a partition takes 1,000 units a second. */
    @Test
    void sync_ofLargeConfigurations_takesFewerAtATime() {
        SiteConfig large = new SiteConfig(
                Optional.of('"' + "r".repeat(100_000) + '"'),
                Optional.of('"' + "l".repeat(100_000) + '"'),
                Optional.empty());
        DeploymentId id = stores.deployment("d1");
        point(5, id);
        Deployment finished = StoreFixture.changed(stores.finish(id, large, Optional.empty()));
        Meter meter = new Meter();
        assertThat(meter.measure(() -> stores.sync.sync(finished, () -> true))).isEqualTo(5);
        assertThat(meter.calls()).as("three pages of two, three transactions").isEqualTo(6);
        assertThat(ready()).isEqualTo(5);
    }

    /** Aliases change while two syncs with different states run; the last state wins. */
    @Test
    void sync_whileAliasesAndTheDeploymentChange_leavesAllInLine() {
        DeploymentId id = stores.deployment("d1");
        DeploymentId other = stores.finished("other");
        point(60, id);
        Deployment finished = stores.step(id, DeploymentStatus.FINISHED);
        Threads.race(16, thread -> {
                    switch (thread % 4) {
                        case 0 -> untilServed(() -> stores.sync.sync(finished, () -> true));
                        case 1 -> {
                            untilServed(() -> stores.destroyRequested(id));
                            untilServed(() -> stores.sync.syncRest(
                                    stores.deployments.getDeploymentById(id).orElseThrow()));
                        }
                        case 2 ->
                            IntStream.range(0, 10)
                                    .map(i -> 10 * (thread / 4) + i)
                                    .forEach(i -> untilServed(() -> stores.move("a" + i + ".example.com", other)));
                        default ->
                            IntStream.range(0, 3)
                                    .map(i -> 40 + 3 * (thread / 4) + i)
                                    .forEach(i -> untilServed(() -> stores.aliases.deleteAliasById(
                                            AliasId.parse("a" + i + ".example.com"), CAUSE)));
                    }
                    return thread;
                })
                .allResults();
        stores.sync.syncRest(stores.deployments.getDeploymentById(id).orElseThrow());
        assertThat(stores.rows(AliasStore.TABLE))
                .filteredOn(row -> row.text("PK").equals("ROUTES"))
                .hasSize(48)
                .allMatch(row -> row.flag("Ready") == row.text("DeploymentId").equals("other"));
    }

    /** Points aliases one after the other, as the list of a deployment's aliases is by date. */
    private void point(int count, DeploymentId id) {
        for (int i = 0; i < count; i++) {
            stores.clock.advance(Duration.ofMillis(1));
            stores.point("a" + i + ".example.com", id);
        }
    }

    private long ready() {
        return stores.rows(AliasStore.TABLE).stream()
                .filter(row -> row.text("PK").equals("ROUTES") && row.flag("Ready"))
                .count();
    }

    @Test
    void sync_again_changesNothing() {
        DeploymentId id = stores.deployment("d1");
        stores.point("example.com", id);
        Deployment finished = stores.step(id, DeploymentStatus.FINISHED);
        stores.sync.afterChange(finished);
        var rows = stores.rows(AliasStore.TABLE);
        stores.sync.sync(finished, () -> true);
        assertThat(stores.rows(AliasStore.TABLE)).isEqualTo(rows);
    }

    @Test
    void syncRest_writesOnlyWhatIsNotInLine() {
        DeploymentId id = stores.deployment("d1");
        point(60, id);
        Deployment finished = stores.step(id, DeploymentStatus.FINISHED);
        AtomicInteger time = new AtomicInteger(1);
        stores.sync.sync(finished, () -> time.getAndDecrement() > 0);
        Meter meter = new Meter();

        assertThat(meter.measure(() -> stores.sync.syncRest(finished))).isEqualTo(60);
        assertThat(ready()).isEqualTo(60);
        assertThat(meter.calls()).as("two pages, and one transaction").isEqualTo(2 * 2 + 1);
    }

    @Test
    void syncRest_countsOnlyAliasesThatAreTheDeploymentsOwn() {
        DeploymentId id = stores.finished("d1");
        stores.point("example.com", id);
        stores.point("moved.example.com", stores.finished("other"));
        stores.showInIndexOf(id, "moved.example.com");

        assertThat(stores.sync.syncRest(stores.deployments.getDeploymentById(id).orElseThrow()))
                .isEqualTo(1);
    }

    @Test
    void sync_whenTheDeploymentIsToBeDestroyed_closesAllItsAliases() {
        DeploymentId id = stores.deployment("d1");
        stores.finish(id, CONFIG, Optional.of(AliasId.parse("own.example.com")));
        stores.point("example.com", id);
        stores.sync.afterChange(stores.step(id, DeploymentStatus.DESTROY_REQUESTED));
        assertThat(stores.alias("example.com").isReady()).isFalse();
        assertThat(stores.alias("own.example.com").isReady()).isFalse();
    }

    @Test
    void sync_withALateNews_doesNotBringThePastBack() {
        DeploymentId id = stores.deployment("d1");
        stores.point("example.com", id);
        Deployment finished = stores.step(id, DeploymentStatus.FINISHED);
        stores.sync.afterChange(stores.step(id, DeploymentStatus.DESTROY_REQUESTED));
        stores.sync.afterChange(finished);
        assertThat(stores.alias("example.com").isReady()).isFalse();
    }

    @Test
    void sync_leavesAliasesAloneThatHaveMovedAway() {
        DeploymentId id = stores.deployment("d1");
        DeploymentId other = stores.deployment("other");
        stores.point("example.com", id);
        Deployment finished = stores.step(id, DeploymentStatus.FINISHED);
        stores.move("example.com", other);
        stores.sync.sync(finished, () -> true);
        assertThat(stores.alias("example.com").isReady()).isFalse();
    }

    /** The index still shows an alias that has moved away, which must not stand in for one that it does not show yet. */
    @Test
    void sync_countsOnlyAliasesThatAreTheDeploymentsOwn() {
        DeploymentId id = stores.deployment("d1");
        stores.point("example.com", id);
        stores.point("moved.example.com", id);
        stores.move("moved.example.com", stores.deployment("other"));
        stores.showInIndexOf(id, "moved.example.com");
        Deployment finished = stores.step(id, DeploymentStatus.FINISHED);

        assertThat(stores.sync.sync(finished, () -> true)).isEqualTo(1);
        assertThat(stores.sync.sync(finished, () -> true)).isEqualTo(1);
    }

    /** The rest of many aliases, or all after a crash, may come to be looked at only in a later state. */
    @Test
    void sync_inALaterStateOfDestruction_stillClosesAliases() {
        for (DeploymentStatus later : List.of(DeploymentStatus.DESTROY_IN_PROGRESS, DeploymentStatus.DESTROY_FAILED)) {
            DeploymentId id = stores.finished(later.name());
            stores.point(later.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".example.com", id);
            stores.step(id, DeploymentStatus.DESTROY_REQUESTED);
            Deployment deployment = stores.step(id, later);
            assertThat(AliasSync.isDueFor(deployment)).isTrue();
            stores.sync.sync(deployment, () -> true);
        }
        assertThat(stores.rows(AliasStore.TABLE)).noneMatch(row -> row.flag("Ready"));
    }

    @Test
    void afterChange_ofADeploymentWithoutAliases_asksNothing() {
        assertThat(AliasSync.isDueFor(stores.step(stores.deployment("d1"), DeploymentStatus.FINISHED)))
                .isFalse();
    }
}
