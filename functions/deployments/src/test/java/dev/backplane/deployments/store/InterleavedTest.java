package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.Ids;
import dev.backplane.testing.DynamoLocal;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Another caller writes between the reads and the write of an operation. */
class InterleavedTest {

    private static final String WWW = "www.example.com";
    private static final AliasId ALIAS = AliasId.parse(WWW);
    private static final Origin OF_SHOP =
            new Origin(Optional.of(new ProjectName("shop")), Optional.empty(), Optional.empty(), Optional.empty());

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

    private AliasStore aliasesAfter(Runnable other) {
        return new AliasStore(stores.interleaved(other), stores.settings, stores.clock);
    }

    private DeploymentStore deploymentsAfter(Runnable other) {
        return new DeploymentStore(stores.interleaved(other), stores.settings, stores.clock, Ids.random());
    }

    private void sync(Deployment deployment) {
        stores.sync.sync(deployment, () -> true);
    }

    @Test
    void aLock_keepsThatTheDeploymentHasFinished() {
        DeploymentId id = stores.deployment("d");
        stores.point(WWW, id);
        aliasesAfter(() -> sync(stores.step(id, DeploymentStatus.FINISHED))).lock(ALIAS, CAUSE);
        assertThat(stores.alias(WWW).isReady()).isTrue();
        assertThat(stores.alias(WWW).lock()).isPresent();
    }

    @Test
    void aLock_keepsThatTheSecondDeploymentOfASplitIsGone() {
        stores.point(WWW, stores.finished("d"));
        DeploymentId second = stores.finished("second");
        stores.split(WWW, second, 10);
        aliasesAfter(() -> sync(stores.step(second, DeploymentStatus.DESTROY_REQUESTED)))
                .lock(ALIAS, CAUSE);
        assertThat(stores.alias(WWW).isReady(Variant.NEW)).isFalse();
        assertThat(stores.alias(WWW).lock()).isPresent();
    }

    @Test
    void aDeploymentThatStopsAcceptingAliases_isNotPointedTo() {
        DeploymentId id = stores.finished("d");
        AliasOutcome outcome = aliasesAfter(() -> stores.step(id, DeploymentStatus.DESTROY_REQUESTED))
                .createAlias(new AliasRequest(ALIAS, id, false, Optional.empty(), Optional.empty()), CAUSE);
        assertThat(outcome).isEqualTo(new AliasOutcome.DeploymentClosed(DeploymentStatus.DESTROY_REQUESTED));
    }

    @Test
    void aMoveToTheSameDeployment_isRefusedWhenItStopsAcceptingAliases() {
        DeploymentId id = stores.finished("d");
        stores.point(WWW, id);
        AliasOutcome outcome = aliasesAfter(() -> stores.step(id, DeploymentStatus.DESTROY_REQUESTED))
                .createAlias(new AliasRequest(ALIAS, id, true, Optional.empty(), Optional.empty()), CAUSE);
        assertThat(outcome).isEqualTo(new AliasOutcome.DeploymentClosed(DeploymentStatus.DESTROY_REQUESTED));
        assertThat(stores.kinds(WWW)).containsExactly("created");
    }

    @Test
    void aNewAlias_goesOnAfterOneThatCameAndWentMeanwhile() {
        DeploymentId id = stores.finished("d");
        aliasesAfter(() -> {
                    stores.point(WWW, id);
                    stores.deleteAlias(WWW);
                })
                .createAlias(new AliasRequest(ALIAS, id, false, Optional.empty(), Optional.empty()), CAUSE);
        assertThat(stores.kinds(WWW)).containsExactly("created", "deleted", "created");
        assertThat(stores.alias(WWW).revision()).isEqualTo(3);
    }

    @Test
    void aDeploymentThatGetsAStackMeanwhile_isNotRemovedWithoutIt() {
        DeploymentId id = stores.deployment("d", OF_SHOP);
        DeleteOutcome outcome = deploymentsAfter(() -> stores.deployments.updateDeploymentStatus(
                        id,
                        new StatusChange(
                                DeploymentStatus.FINISHED, Optional.of("stack"), SiteConfig.NONE, Optional.empty()),
                        CAUSE))
                .deleteDeploymentById(id, false, CAUSE);
        assertThat(outcome).isInstanceOf(DeleteOutcome.DestroyRequested.class);
    }

    @Test
    void aDeploymentThatIsCreatedAgainInAnotherProject_isDeletedWithItsOwnEntry() {
        DeploymentId id = stores.finished("d", OF_SHOP);
        Origin other =
                new Origin(Optional.of(new ProjectName("other")), Optional.empty(), Optional.empty(), Optional.empty());
        DeleteOutcome outcome = deploymentsAfter(() -> {
                    stores.deployments.deleteDeploymentById(id, false, CAUSE);
                    stores.clock.advance(Duration.ofMillis(1));
                    stores.finished("d", other);
                })
                .deleteDeploymentById(id, false, CAUSE);
        assertThat(outcome).isInstanceOf(DeleteOutcome.Deleted.class);
        assertThat(stores.rows(ProjectStore.TABLE)).isEmpty();
    }

    @Test
    void theStatusOfADeploymentThatIsCreatedAgainMeanwhile_isWrittenWithItsOwnEntry() {
        DeploymentId id = stores.deployment("d", OF_SHOP);
        deploymentsAfter(() -> {
                    stores.deployments.deleteDeploymentById(id, false, CAUSE);
                    stores.clock.advance(Duration.ofMillis(1));
                    stores.deployment("d", OF_SHOP);
                })
                .updateDeploymentStatus(id, StatusChange.to(DeploymentStatus.CREATE_FAILED), CAUSE);
        assertThat(stores.rows(ProjectStore.TABLE))
                .extracting(row -> row.text("Status"))
                .containsExactly("CREATE_FAILED");
    }
}
