package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.CreateOutcome;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.StatusOutcome;
import dev.backplane.deployments.Template;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.Ids;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.settings.Settings;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeploymentStoreTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private static final SiteConfig CONFIG = new SiteConfig(Optional.of("[1]"), Optional.of("{}"), Optional.of("null"));

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @Test
    void createDeployment_writesTheSeedsItem() {
        stores.deployment("d1");

        Item row = stores.rows(DeploymentStore.TABLE).getFirst();
        assertThat(row.text("PK")).isEqualTo("DEPLOYMENTS");
        assertThat(row.text("SK")).isEqualTo("D#d1");
        assertThat(row.text("GSI1SK")).isEqualTo("2026-01-05T00:00:00.000Z#D#d1");
        assertThat(row.text("CreateDate")).isEqualTo("2026-01-05T00:00:00.000Z");
        assertThat(row.text("DeploymentId")).isEqualTo("d1");
        assertThat(row.text("Status")).isEqualTo("INITIALIZED");
        assertThat(row.text("DeploymentTemplate")).isEqualTo("FUNCTION_URLS");
        assertThat(row.number("ItemVersion")).isEqualTo(1);
    }

    @Test
    void createDeployment_whenTheIdIsTaken_changesNothing() {
        DeploymentId id = stores.finished("d1");
        Deployment other =
                Deployment.initialized(id, TestClock.START.plusSeconds(1), Template.API_GATEWAY, CAUSE.actor());

        assertThat(stores.deployments.createDeployment(other, Optional.empty())).isEqualTo(new CreateOutcome.Exists());
        assertThat(stores.deployments.getDeploymentById(id).orElseThrow().status())
                .isEqualTo(DeploymentStatus.FINISHED);
    }

    /** The client sends a write again when its answer got lost on the way. */
    @Test
    void createDeployment_whenItsOwnWriteArrivedBefore_succeeds() {
        Ids sameMark = () -> "mark";
        DeploymentStore store = new DeploymentStore(
                DYNAMO.dynamo(),
                DeploymentsSettings.from(Settings.of(StoreFixture.settings(DYNAMO))),
                stores.clock,
                sameMark);
        Deployment deployment =
                Deployment.initialized(new DeploymentId("d1"), TestClock.START, Template.FUNCTION_URLS, CAUSE.actor());
        assertThat(store.createDeployment(deployment, Optional.empty()))
                .isEqualTo(new CreateOutcome.Created(deployment));
        assertThat(store.createDeployment(deployment, Optional.empty()))
                .isEqualTo(new CreateOutcome.Created(deployment));
        assertThat(stores.create("d1", Origin.NONE)).isFalse();
    }

    @Test
    void getDeploymentById_ofNone_isEmpty() {
        assertThat(stores.deployments.getDeploymentById(new DeploymentId("none")))
                .isEmpty();
    }

    @Test
    void listDeployments_isNewestFirstAndPagesWithoutLossOrRepeat() {
        for (int i = 0; i < 7; i++) {
            stores.deployment("d" + i);
            // Two of each three share a time; the id then decides.
            stores.clock.advance(Duration.ofMillis(i % 3 == 0 ? 0 : 1));
        }

        List<String> seen = new ArrayList<>();
        Optional<DeploymentPosition> after = Optional.empty();
        int pages = 0;
        do {
            Page<DeploymentSummary, DeploymentPosition> page = stores.deployments.listDeployments(2, after);
            page.items().forEach(item -> seen.add(item.id().value()));
            after = page.next();
            pages++;
        } while (after.isPresent());

        assertThat(seen).containsExactly("d6", "d5", "d4", "d3", "d2", "d1", "d0");
        assertThat(pages).isEqualTo(4);
    }

    @Test
    void listDeployments_whenThePageHoldsExactlyTheRest_saysThatItIsTheLast() {
        stores.deployment("d1");
        stores.deployment("d2");
        assertThat(stores.deployments.listDeployments(2, Optional.empty()).next())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void updateDeploymentStatus_allowsWhatFollowsAndNothingElse(DeploymentStatus from) {
        for (DeploymentStatus to : DeploymentStatus.values()) {
            DeploymentId id = stores.in(from, from + "-" + to);
            StatusOutcome outcome = stores.deployments.updateDeploymentStatus(id, StatusChange.to(to), CAUSE);
            DeploymentStatus now =
                    stores.deployments.getDeploymentById(id).orElseThrow().status();
            if (to == from) {
                assertThat(outcome).isInstanceOf(StatusOutcome.Unchanged.class);
                assertThat(now).isEqualTo(from);
            } else if (from.next().contains(to)) {
                assertThat(outcome).isInstanceOf(StatusOutcome.Changed.class);
                assertThat(now).isEqualTo(to);
            } else {
                assertThat(outcome).isEqualTo(new StatusOutcome.NotAllowed(from));
                assertThat(now).isEqualTo(from);
            }
        }
    }

    @Test
    void updateDeploymentStatus_ofNone_leavesNoGhostRow() {
        assertThat(stores.destroyFailed(new DeploymentId("none"))).isEqualTo(new StatusOutcome.NotFound());
        assertThat(stores.rows(DeploymentStore.TABLE)).isEmpty();
    }

    @Test
    void updateDeploymentStatus_again_changesNothingEvenWithOtherValues() {
        DeploymentId id = stores.finished("d1");
        StatusOutcome outcome = stores.finish(id, CONFIG, Optional.of(AliasId.parse("d1.example.com")));
        assertThat(outcome).isInstanceOf(StatusOutcome.Unchanged.class);
        assertThat(stores.deployments.getDeploymentById(id).orElseThrow().config())
                .isEqualTo(SiteConfig.NONE);
        assertThat(stores.rows(AliasStore.TABLE)).isEmpty();
    }

    @Test
    void namedVariants_walkThroughAWholeLife() {
        DeploymentId id = stores.deployment("d1");
        StoreFixture.changed(stores.createInProgress(id, "arn", CONFIG));
        StoreFixture.changed(stores.createFailed(id));
        StoreFixture.changed(stores.destroyRequested(id));
        StoreFixture.changed(stores.destroyInProgress(id));
        Deployment failed = StoreFixture.changed(stores.destroyFailed(id));
        assertThat(failed.stack()).contains("arn");
        assertThat(failed.config()).isEqualTo(CONFIG);
    }

    @Test
    void finished_withAnAlias_createsItProtectedWithTheWholeConfiguration() {
        DeploymentId id = stores.deployment("d1");
        SiteConfig early = new SiteConfig(Optional.of("[1]"), Optional.empty(), Optional.empty());
        SiteConfig late = new SiteConfig(Optional.empty(), Optional.of("{\"a\":1}"), Optional.empty());
        stores.createInProgress(id, "arn", early);

        Deployment finished =
                StoreFixture.changed(stores.finish(id, late, Optional.of(AliasId.parse("d1.example.com"))));

        assertThat(stores.deployments.getDeploymentById(id)).contains(finished);
        assertThat(finished.alias().map(AliasId::toString)).contains("d1.example.com/");
        assertThat(stores.alias("d1.example.com").isProtected()).isTrue();
        assertThat(stores.alias("d1.example.com").isReady()).isTrue();
        assertThat(stores.lookup
                        .getConfigNextJs(AliasId.parse("d1.example.com"), Variant.STABLE, true)
                        .orElseThrow()
                        .config())
                .isEqualTo(late.withMissingFrom(early));
        stores.checkInvariants();
    }

    @Test
    void finished_withAnAliasThatIsTaken_changesNothing() {
        DeploymentId owner = stores.finished("owner");
        stores.point("taken.example.com", owner);
        DeploymentId id = stores.deployment("d1");

        StatusOutcome outcome = stores.finish(id, CONFIG, Optional.of(AliasId.parse("taken.example.com")));

        assertThat(outcome)
                .isEqualTo(new StatusOutcome.AliasTaken(
                        AliasId.parse("taken.example.com"), Optional.of(stores.alias("taken.example.com"))));
        assertThat(stores.deployments.getDeploymentById(id).orElseThrow().status())
                .isEqualTo(DeploymentStatus.INITIALIZED);
        stores.checkInvariants();
    }

    @ParameterizedTest
    @EnumSource
    void deleteDeploymentById_withAStack_followsTheContract(DeploymentStatus status) {
        DeploymentId id = stores.in(status, "d1");
        DeleteOutcome outcome = stores.deployments.deleteDeploymentById(id, false, CAUSE);
        Optional<DeploymentStatus> now =
                stores.deployments.getDeploymentById(id).map(Deployment::status);
        switch (status) {
            case INITIALIZED -> {
                assertThat(outcome).isEqualTo(new DeleteOutcome.Deleted());
                assertThat(now).isEmpty();
            }
            case FINISHED, CREATE_FAILED, DESTROY_FAILED -> {
                assertThat(outcome).isInstanceOf(DeleteOutcome.DestroyRequested.class);
                assertThat(now).contains(DeploymentStatus.DESTROY_REQUESTED);
            }
            case DESTROY_REQUESTED, DESTROY_IN_PROGRESS -> {
                assertThat(outcome).isEqualTo(new DeleteOutcome.DestroyInProgress());
                assertThat(now).contains(status);
                assertThat(stores.deployments.deleteDeploymentById(id, true, CAUSE))
                        .isEqualTo(new DeleteOutcome.Deleted());
                assertThat(stores.deployments.getDeploymentById(id)).isEmpty();
            }
            case CREATE_IN_PROGRESS, CREATE_COMPLETE -> {
                assertThat(outcome).isEqualTo(new DeleteOutcome.Drift(status));
                assertThat(now).contains(status);
            }
        }
    }

    @Test
    void deleteDeploymentById_withoutAStack_removesRowAndOwnAlias() {
        DeploymentId id = stores.deployment("d1");
        stores.finish(id, CONFIG, Optional.of(AliasId.parse("d1.example.com")));

        assertThat(stores.deployments.deleteDeploymentById(id, false, CAUSE)).isEqualTo(new DeleteOutcome.Deleted());
        assertThat(stores.rows(DeploymentStore.TABLE)).isEqualTo(stores.tombstones(DeploymentStore.TABLE));
        assertThat(stores.rows(AliasStore.TABLE))
                .extracting(row -> row.text("PK"))
                .containsOnly("H#com.example.d1#/");
        assertThat(stores.kinds("d1.example.com")).containsExactly("created", "deleted");
    }

    @Test
    void deleteDeploymentById_ofNone_isNotFound() {
        assertThat(stores.deployments.deleteDeploymentById(new DeploymentId("none"), true, CAUSE))
                .isEqualTo(new DeleteOutcome.NotFound());
    }

    @Test
    void deleteDeploymentById_whileACustomAliasPointsToIt_isRefused() {
        DeploymentId id = stores.finished("d1");
        stores.point("example.com", id);
        assertThat(stores.deployments.deleteDeploymentById(id, false, CAUSE))
                .isEqualTo(new DeleteOutcome.AliasesAssociated());
        stores.aliases.deleteAliasById(AliasId.parse("example.com"), CAUSE);
        assertThat(stores.deployments.deleteDeploymentById(id, false, CAUSE)).isEqualTo(new DeleteOutcome.Deleted());
    }
}
