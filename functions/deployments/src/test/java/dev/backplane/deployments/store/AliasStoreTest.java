package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasChange;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.ChangeKind;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AliasStoreTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @Test
    void createAlias_writesTheSeedsItems() {
        stores.point("docs.example.com/v1", stores.finished("d1"));

        List<Item> rows = stores.rows(AliasStore.TABLE).stream()
                .filter(row -> !row.text("PK").startsWith("H#"))
                .toList();
        assertThat(rows).hasSize(2).allSatisfy(row -> {
            assertThat(row.text("SK")).isEqualTo("com.example.docs#/v1");
            assertThat(row.text("GSI1PK")).isEqualTo("D#d1");
            assertThat(row.text("DeploymentId")).isEqualTo("d1");
            assertThat(row.text("HostnameRev")).isEqualTo("com.example.docs");
            assertThat(row.text("BasePath")).isEqualTo("/v1");
            assertThat(row.number("ItemVersion")).isEqualTo(1);
            assertThat(row.number("Revision")).isEqualTo(1);
        });
        assertThat(rows)
                .extracting(row -> row.text("PK") + " " + row.text("GSI1SK"))
                .containsExactlyInAnyOrder(
                        "ROUTES 2026-01-05T00:00:00.000Z#R#com.example.docs#/v1",
                        "CONFIGNEXTJS 2026-01-05T00:00:00.000Z#CN#com.example.docs#/v1");
    }

    @Test
    void createAlias_keepsTheRouteRowSlim() {
        DeploymentId id = stores.deployment("d1");
        String large = "\"" + "x".repeat(50_000) + "\"";
        stores.finish(id, new SiteConfig(Optional.of(large), Optional.of(large), Optional.of(large)), Optional.empty());
        stores.point("example.com", id);

        Item route = stores.rows(AliasStore.TABLE).stream()
                .filter(row -> row.text("PK").equals("ROUTES"))
                .findFirst()
                .orElseThrow();
        assertThat(route.attributes()).doesNotContainKeys("Routes", "LambdaRoutes", "Prerenders");
    }

    @Test
    void createAlias_belowAPath_leavesTheRootAlone() {
        DeploymentId root = stores.finished("root");
        DeploymentId docs = stores.finished("docs");
        stores.point("example.com", root);
        stores.point("example.com/docs", docs);
        assertThat(stores.alias("example.com").deployment()).isEqualTo(root);
        assertThat(stores.alias("example.com/docs").deployment()).isEqualTo(docs);
    }

    @Test
    void createAlias_toNoDeployment_isRefused() {
        assertThat(stores.point("example.com", new DeploymentId("none")))
                .isEqualTo(new AliasOutcome.UnknownDeployment(new DeploymentId("none")));
        assertThat(stores.rows(AliasStore.TABLE)).isEmpty();
        assertThat(stores.rows(DeploymentStore.TABLE)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void createAlias_dependsOnTheDeploymentsState(DeploymentStatus status) {
        DeploymentId id = stores.in(status, "d1");
        AliasOutcome outcome = stores.point("example.com", id);
        if (status.acceptsAliases()) {
            assertThat(outcome).isInstanceOf(AliasOutcome.Applied.class);
            assertThat(stores.alias("example.com").isReady()).isEqualTo(status == DeploymentStatus.FINISHED);
        } else {
            assertThat(outcome).isEqualTo(new AliasOutcome.DeploymentClosed(status));
            assertThat(stores.rows(AliasStore.TABLE)).isEmpty();
        }
        stores.checkInvariants();
    }

    @Test
    void createAlias_whenItExists_needsTheOverride() {
        DeploymentId first = stores.finished("first");
        DeploymentId second = stores.finished("second");
        stores.point("example.com", first);

        assertThat(stores.point("example.com", second))
                .isEqualTo(new AliasOutcome.OverrideNotAllowed(Optional.of(stores.alias("example.com"))));
        assertThat(stores.move("example.com", second))
                .isEqualTo(new AliasOutcome.Applied(stores.alias("example.com"), Optional.of(first)));
        assertThat(stores.alias("example.com").revision()).isEqualTo(2);
        stores.checkInvariants();
    }

    @Test
    void createAlias_toWhereItPointsAlready_countsItOnce() {
        DeploymentId id = stores.finished("d1");
        stores.point("example.com", id);
        assertThat(stores.move("example.com", id)).isInstanceOf(AliasOutcome.Applied.class);
        stores.checkInvariants();
    }

    @Test
    void createAlias_withAnExpectedDeployment_movesOnlyFromThere() {
        DeploymentId first = stores.finished("first");
        DeploymentId second = stores.finished("second");
        assertThat(stores.move("example.com", second, first)).isEqualTo(new AliasOutcome.Changed(Optional.empty()));
        stores.point("example.com", first);
        Alias before = stores.alias("example.com");
        assertThat(stores.move("example.com", second, second)).isEqualTo(new AliasOutcome.Changed(Optional.of(before)));
        assertThat(stores.alias("example.com")).isEqualTo(before);
        assertThat(stores.move("example.com", second, first)).isInstanceOf(AliasOutcome.Applied.class);
    }

    @Test
    void createAlias_withAnExpectedDeploymentButNoOverride_doesNotMove() {
        DeploymentId first = stores.finished("first");
        stores.point("example.com", first);
        assertThat(stores.aliases.createAlias(
                        new AliasRequest(
                                AliasId.parse("example.com"),
                                stores.finished("second"),
                                false,
                                Optional.of(first),
                                Optional.empty()),
                        CAUSE))
                .isInstanceOf(AliasOutcome.OverrideNotAllowed.class);
    }

    @Test
    void protectedAlias_isNeitherMovedNorDeleted() {
        DeploymentId owner = stores.deployment("owner");
        stores.finish(owner, SiteConfig.NONE, Optional.of(AliasId.parse("own.example.com")));
        DeploymentId other = stores.finished("other");

        assertThat(stores.move("own.example.com", other)).isEqualTo(new AliasOutcome.Protected());
        assertThat(stores.point("own.example.com", other)).isEqualTo(new AliasOutcome.Protected());
        assertThat(stores.aliases.deleteAliasById(AliasId.parse("own.example.com"), CAUSE))
                .isEqualTo(new AliasOutcome.Protected());
        assertThat(stores.alias("own.example.com").deployment()).isEqualTo(owner);
        stores.checkInvariants();
    }

    @Test
    void deleteAliasById_removesBothRows() {
        stores.point("example.com", stores.finished("d1"));
        assertThat(stores.aliases.deleteAliasById(AliasId.parse("example.com"), CAUSE))
                .isInstanceOf(AliasOutcome.Applied.class);
        assertThat(stores.rows(AliasStore.TABLE))
                .extracting(row -> row.text("PK"))
                .containsOnly("H#com.example#/");
        assertThat(stores.aliases.deleteAliasById(AliasId.parse("example.com"), CAUSE))
                .isEqualTo(new AliasOutcome.NotFound());
        stores.checkInvariants();
    }

    @Test
    void listAliasesForDeployment_showsEachOnceNewestFirst() {
        DeploymentId id = stores.finished("d1");
        DeploymentId other = stores.finished("d1-other");
        stores.point("other.example.com", other);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            stores.point("a" + i + ".example.com", id);
            expected.addFirst("a" + i + ".example.com/");
            // Some share a time, so that their two rows do not alternate in the index.
            stores.clock.advance(Duration.ofMillis(i % 4 == 3 ? 1 : 0));
        }

        List<String> seen = new ArrayList<>();
        Optional<AliasPosition> after = Optional.empty();
        do {
            Page<AliasSummary, AliasPosition> page = stores.aliases.listAliasesForDeployment(id, 2, after);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(2);
            page.items().forEach(alias -> seen.add(alias.id().toString()));
            after = page.next();
        } while (after.isPresent());
        assertThat(seen).containsExactlyElementsOf(expected);
    }

    @Test
    void listAliasesForDomain_holdsTheDomainAndWhatIsBelowItOnly() {
        DeploymentId id = stores.finished("d1");
        List<String> inside = List.of(
                "example.com/",
                "example.com/docs",
                "*.example.com/",
                "a.example.com/",
                "b.a.example.com/x",
                "z.example.com/");
        inside.forEach(alias -> stores.point(alias, id));
        List.of("example-shop.com", "example2.com", "exampleco.com", "example.org", "com.example.net")
                .forEach(alias -> stores.point(alias, id));

        for (int limit = 1; limit <= 7; limit++) {
            List<String> seen = new ArrayList<>();
            Optional<AliasKey> after = Optional.empty();
            do {
                Page<AliasSummary, AliasKey> page =
                        stores.aliases.listAliasesForDomain(Hostname.parse("example.com"), limit, after);
                page.items().forEach(alias -> seen.add(alias.id().toString()));
                after = page.next();
            } while (after.isPresent());
            assertThat(seen).as("pages of " + limit).containsExactlyElementsOf(inside);
        }
    }

    /** Deleted and created again as the deployment's own, it points where it did. */
    @Test
    void aMoveOrDeletion_decidedOnAnAliasThatWasMadeAgainSince_isRefused() {
        DeploymentId id = stores.deployment("d1");
        stores.point("example.com", id);
        Alias seen = stores.alias("example.com");
        stores.aliases.deleteAliasById(seen.id(), CAUSE);
        stores.finish(id, SiteConfig.NONE, Optional.of(seen.id()));
        Deployment target = stores.deployments.getDeploymentById(id).orElseThrow();

        for (AliasChange change : List.of(
                AliasChange.of(ChangeKind.MOVED, seen, seen.movedTo(target, TestClock.START), TestClock.START),
                AliasChange.removal(ChangeKind.DELETED, seen, TestClock.START))) {
            Transaction transaction = new Transaction();
            stores.changes.add(transaction, List.of(change), List.of(target), AliasChanges.Source.of(CAUSE));
            assertThat(DYNAMO.dynamo().transact(transaction)).isInstanceOf(Transaction.Refused.class);
        }
        assertThat(stores.alias("example.com").isProtected()).isTrue();
        stores.checkInvariants();
    }

    /** It would be wrong for good, and the deployment could never be deleted. */
    @Test
    void theCountOfADeployment_neverFallsBelowZero() {
        DeploymentId id = stores.finished("counted");
        stores.point("counted.example.com", id);
        Alias alias = stores.alias("counted.example.com");
        DYNAMO.client()
                .updateItem(update -> update.tableName(DYNAMO.table(DeploymentStore.TABLE))
                        .key(new DeploymentKey(id).attributes())
                        .updateExpression("SET AliasCount = :none")
                        .expressionAttributeValues(Map.of(":none", Values.number(0))));
        Transaction transaction = new Transaction();
        stores.changes.add(
                transaction,
                List.of(AliasChange.removal(ChangeKind.DELETED, alias, alias.createdAt())),
                List.of(),
                AliasChanges.Source.of(CAUSE));
        assertThat(DYNAMO.dynamo().transact(transaction)).isInstanceOf(Transaction.Refused.class);
    }
}
