package dev.backplane.deployments.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.platform.log.Meter;
import dev.backplane.platform.testing.DynamoLocal;
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
    static final DynamoLocal DYNAMO = DynamoLocal.with(DeploymentStore.TABLE, AliasStore.TABLE);

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
        IntStream.range(0, 60).forEach(i -> stores.point("a" + i + ".example.com", id));
        Deployment finished =
                StoreFixture.changed(stores.deployments.updateDeploymentStatusFinished(id, CONFIG, Optional.empty()));

        assertThat(stores.sync.sync(finished, () -> true)).isEqualTo(60);

        for (int i = 0; i < 60; i++) {
            AliasId alias = AliasId.parse("a" + i + ".example.com");
            assertThat(stores.alias(alias.toString()).isReady()).isTrue();
            assertThat(stores.aliases.getConfigNextJs(alias, true).orElseThrow().config())
                    .isEqualTo(CONFIG);
            assertThat(stores.alias(alias.toString()).revision()).isEqualTo(2);
        }
    }

    @Test
    void sync_withoutTimeForAll_leavesTheRestToTheNextRun() {
        DeploymentId id = stores.deployment("d1");
        IntStream.range(0, 3).forEach(i -> stores.point("a" + i + ".example.com", id));
        Deployment finished = stores.step(id, DeploymentStatus.FINISHED);
        AtomicInteger time = new AtomicInteger(2);
        assertThat(stores.sync.sync(finished, () -> time.getAndDecrement() > 0)).isEqualTo(2);
        assertThat(stores.rows(AliasStore.TABLE))
                .filteredOn(row -> row.flag("Ready"))
                .hasSize(2);
        assertThat(stores.sync.sync(finished, () -> true)).isEqualTo(3);
        assertThat(stores.rows(AliasStore.TABLE))
                .filteredOn(row -> row.flag("Ready"))
                .hasSize(3);
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
        IntStream.range(0, 30).forEach(i -> stores.point("a" + i + ".example.com", id));
        Deployment finished = stores.step(id, DeploymentStatus.FINISHED);
        AtomicInteger time = new AtomicInteger(28);
        stores.sync.sync(finished, () -> time.getAndDecrement() > 0);
        Meter meter = new Meter();

        assertThat(meter.measure(() -> stores.sync.syncRest(finished))).isEqualTo(30);
        assertThat(stores.rows(AliasStore.TABLE))
                .filteredOn(row -> row.flag("Ready"))
                .hasSize(30);
        assertThat(meter.calls()).as("two pages, and two aliases").isEqualTo(2 * 2 + 2);
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
        stores.deployments.updateDeploymentStatusFinished(id, CONFIG, Optional.of(AliasId.parse("own.example.com")));
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
