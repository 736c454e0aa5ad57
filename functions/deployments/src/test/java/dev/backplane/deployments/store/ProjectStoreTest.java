package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.BranchName;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.DeploymentFilter;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.StatusOutcome;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProjectStoreTest {

    private static final ProjectName SHOP = new ProjectName("shop");
    private static final BranchName MAIN = new BranchName("main");
    private static final BranchName FIX = new BranchName("fix/cart");

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
    void createDeployment_ofAProject_writesItsEntry() {
        Origin origin = new Origin(
                Optional.of(SHOP),
                Optional.of(MAIN),
                Optional.of("4f2a"),
                Optional.of("Fix the cart\n\nIt was empty."));
        DeploymentId id = stores.deployment("d1", origin);

        Item entry = stores.rows(ProjectStore.TABLE).getFirst();
        assertThat(entry.text("PK")).isEqualTo("P#shop");
        assertThat(entry.text("SK")).isEqualTo("2026-01-05T00:00:00.000Z#D#d1");
        assertThat(entry.text("BranchPK")).isEqualTo("P#shop#B#main");
        assertThat(entry.text("StatusPK")).isEqualTo("P#shop#S#INITIALIZED");
        assertThat(entry.text("BranchStatusPK")).isEqualTo("P#shop#B#main#S#INITIALIZED");
        assertThat(stores.deployments.getDeploymentById(id).orElseThrow().origin())
                .isEqualTo(origin);
        assertThat(list(SHOP, Optional.empty(), Optional.empty()))
                .extracting(DeploymentSummary::origin)
                .containsExactly(origin);
    }

    @Test
    void createDeployment_withoutAProject_hasNoEntry() {
        stores.finished("d1");
        assertThat(stores.rows(ProjectStore.TABLE)).isEmpty();
    }

    @Test
    void createDeployment_whenTheIdIsTaken_writesNoEntry() {
        stores.deployment("d1");
        assertThat(stores.create("d1", of(SHOP, Optional.empty()))).isFalse();
        assertThat(stores.rows(ProjectStore.TABLE)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(DeploymentStatus.class)
    void everyStatus_isThatOfTheEntry(DeploymentStatus status) {
        DeploymentId id = stores.in(status, "d1", of(SHOP, Optional.of(MAIN)));

        assertThat(list(SHOP, Optional.empty(), Optional.of(status)))
                .extracting(DeploymentSummary::id)
                .containsExactly(id);
        assertThat(list(SHOP, Optional.of(MAIN), Optional.of(status)))
                .extracting(DeploymentSummary::status)
                .containsExactly(status);
    }

    @Test
    void updateDeploymentStatus_thatIsRefusedOrRepeated_leavesTheEntry() {
        DeploymentId id = stores.in(DeploymentStatus.FINISHED, "d1", of(SHOP, Optional.empty()));
        assertThat(stores.createFailed(id)).isEqualTo(new StatusOutcome.NotAllowed(DeploymentStatus.FINISHED));
        assertThat(stores.finish(id, SiteConfig.NONE, Optional.empty())).isInstanceOf(StatusOutcome.Unchanged.class);
        assertThat(list(SHOP, Optional.empty(), Optional.of(DeploymentStatus.FINISHED)))
                .hasSize(1);
    }

    @Test
    void finish_withItsOwnAlias_showsItInTheEntry() {
        DeploymentId id = stores.deployment("d1", of(SHOP, Optional.empty()));
        AliasId own = AliasId.parse("own.example.com");
        StoreFixture.changed(stores.finish(id, SiteConfig.NONE, Optional.of(own)));
        assertThat(list(SHOP, Optional.empty(), Optional.empty()))
                .extracting(DeploymentSummary::alias)
                .containsExactly(Optional.of(own));
    }

    @Test
    void finish_withATakenAlias_leavesTheEntry() {
        stores.point("own.example.com", stores.deployment("other"));
        DeploymentId id = stores.deployment("d1", of(SHOP, Optional.empty()));
        assertThat(stores.finish(id, SiteConfig.NONE, Optional.of(AliasId.parse("own.example.com"))))
                .isInstanceOf(StatusOutcome.AliasTaken.class);
        assertThat(list(SHOP, Optional.empty(), Optional.of(DeploymentStatus.INITIALIZED)))
                .hasSize(1);
    }

    @Test
    void deleteDeployment_deletesTheEntryOrChangesItsStatus() {
        DeploymentId plain = stores.deployment("d1", of(SHOP, Optional.of(MAIN)));
        DeploymentId stacked = stores.in(DeploymentStatus.FINISHED, "d2", of(SHOP, Optional.of(MAIN)));

        assertThat(stores.deployments.deleteDeploymentById(plain, false, CAUSE))
                .isInstanceOf(DeleteOutcome.Deleted.class);
        assertThat(stores.deployments.deleteDeploymentById(stacked, false, CAUSE))
                .isInstanceOfSatisfying(
                        DeleteOutcome.DestroyRequested.class,
                        requested -> assertThat(requested.deployment().status())
                                .isEqualTo(DeploymentStatus.DESTROY_REQUESTED));
        assertThat(list(SHOP, Optional.of(MAIN), Optional.empty()))
                .extracting(DeploymentSummary::status)
                .containsExactly(DeploymentStatus.DESTROY_REQUESTED);
    }

    @Test
    void lists_areNewestFirstPagedAndSeparate() {
        ProjectName other = new ProjectName("shop-2");
        List<String> fixes = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            stores.clock.advance(Duration.ofSeconds(1));
            stores.deployment("m" + i, of(SHOP, Optional.of(MAIN)));
            stores.deployment("o" + i, of(other, Optional.of(FIX)));
            fixes.addFirst(stores.finished("f" + i, of(SHOP, Optional.of(FIX))).value());
        }
        assertThat(ids(new DeploymentFilter(SHOP, Optional.of(FIX), Optional.empty()), 7))
                .isEqualTo(fixes);
        assertThat(ids(new DeploymentFilter(SHOP, Optional.empty(), Optional.of(DeploymentStatus.FINISHED)), 7))
                .isEqualTo(fixes);
        assertThat(ids(new DeploymentFilter(SHOP, Optional.of(FIX), Optional.of(DeploymentStatus.FINISHED)), 100))
                .isEqualTo(fixes);
        assertThat(ids(new DeploymentFilter(SHOP, Optional.of(MAIN), Optional.of(DeploymentStatus.FINISHED)), 7))
                .isEmpty();
        assertThat(ids(new DeploymentFilter(SHOP, Optional.empty(), Optional.empty()), 7))
                .hasSize(60)
                .doesNotHaveDuplicates()
                .noneMatch(id -> id.startsWith("o"));
    }

    @Test
    void aDamagedEntry_isLeftOutOfLists_andRepairedByTheNextStatus() {
        DeploymentId id = stores.deployment("d1", of(SHOP, Optional.empty()));
        DYNAMO.client()
                .updateItem(update -> update.tableName(DYNAMO.table(ProjectStore.TABLE))
                        .key(Values.key("P#shop", "2026-01-05T00:00:00.000Z#D#d1"))
                        .updateExpression("REMOVE DeploymentId"));
        assertThat(list(SHOP, Optional.empty(), Optional.empty())).isEmpty();

        stores.step(id, DeploymentStatus.FINISHED);
        assertThat(list(SHOP, Optional.empty(), Optional.empty()))
                .extracting(DeploymentSummary::id)
                .containsExactly(id);
    }

    @Test
    void statusChangesAndDeletions_byMany_keepEntriesInLine() {
        List<DeploymentId> all = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            all.add(stores.deployment("d" + i, of(SHOP, Optional.of(i % 2 == 0 ? MAIN : FIX))));
        }
        Threads.race(
                        32,
                        thread -> Threads.untilServed(() -> {
                            DeploymentId id = all.get(thread / 2);
                            return thread % 2 == 0
                                    ? stores.finish(id, SiteConfig.NONE, Optional.empty())
                                    : stores.deployments.deleteDeploymentById(id, false, CAUSE);
                        }))
                .allResults();
    }

    private List<String> ids(DeploymentFilter filter, int limit) {
        List<String> ids = new ArrayList<>();
        Optional<DeploymentPosition> after = Optional.empty();
        do {
            Page<DeploymentSummary, DeploymentPosition> page = stores.projects.listDeployments(filter, limit, after);
            page.items().forEach(deployment -> ids.add(deployment.id().value()));
            after = page.next();
        } while (after.isPresent());
        return ids;
    }

    private List<DeploymentSummary> list(
            ProjectName project, Optional<BranchName> branch, Optional<DeploymentStatus> status) {
        return stores.projects
                .listDeployments(new DeploymentFilter(project, branch, status), 100, Optional.empty())
                .items();
    }

    private static Origin of(ProjectName project, Optional<BranchName> branch) {
        return new Origin(Optional.of(project), branch, Optional.empty(), Optional.empty());
    }
}
