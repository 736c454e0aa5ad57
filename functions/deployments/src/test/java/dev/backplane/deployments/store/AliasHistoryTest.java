package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.ActiveSplit;
import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.HistoryEntry;
import dev.backplane.deployments.RollbackRequest;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.Split;
import dev.backplane.deployments.SplitRequest;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.testing.DynamoLocal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AliasHistoryTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;
    private DeploymentId d1;
    private DeploymentId d2;
    private DeploymentId d3;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        d1 = stores.finished("d1");
        d2 = stores.finished("d2");
        d3 = stores.finished("d3");
    }

    @AfterEach
    void invariantsHold() {
        stores.checkInvariants();
    }

    private String at() {
        return stores.alias("example.com").deployment().value();
    }

    private void move(DeploymentId... targets) {
        for (DeploymentId target : targets) {
            stores.clock.advance(Duration.ofSeconds(1));
            stores.move("example.com", target);
        }
    }

    @Test
    void history_hasAnEntryForEachChange_andGoesOnAfterADeletion() {
        move(d1, d2);
        stores.lock("example.com");
        stores.unlock("example.com");
        stores.deleteAlias("example.com");
        move(d1);

        assertThat(stores.kinds("example.com"))
                .containsExactly("created", "moved", "locked", "unlocked", "deleted", "created");
        assertThat(stores.alias("example.com").revision()).isEqualTo(6);
        HistoryEntry moved = stores.history("example.com").get(1);
        assertThat(moved.previous()).contains(d1);
        assertThat(moved.deployment()).contains(d2);
        assertThat(moved.actor()).contains(Actor.client("ci"));
    }

    @Test
    void history_isListedNewestFirst_inPages() {
        move(d1, d2, d3, d1, d2);
        AliasId id = AliasId.parse("example.com");
        Page<HistoryEntry, Long> first = stores.history.list(id, 2, Optional.empty());
        assertThat(first.items()).extracting(HistoryEntry::revision).containsExactly(5L, 4L);
        Page<HistoryEntry, Long> second = stores.history.list(id, 2, first.next());
        assertThat(second.items()).extracting(HistoryEntry::revision).containsExactly(3L, 2L);
        Page<HistoryEntry, Long> third = stores.history.list(id, 2, second.next());
        assertThat(third.items()).extracting(HistoryEntry::revision).containsExactly(1L);
        assertThat(third.next()).isEmpty();
    }

    @Test
    void history_ofADeletedAlias_isKept90Days() {
        move(d1);
        stores.deleteAlias("example.com");
        AliasId id = AliasId.parse("example.com");
        stores.clock.advance(Duration.ofDays(90).minusMillis(1));
        assertThat(stores.history.list(id, 10, Optional.empty()).items()).hasSize(2);
        stores.clock.advance(Duration.ofMillis(1));
        assertThat(stores.history.list(id, 10, Optional.empty()).items()).isEmpty();

        move(d2);
        assertThat(stores.history.list(id, 10, Optional.empty()).items())
                .extracting(HistoryEntry::revision)
                .containsExactly(3L);
    }

    @Test
    void rollBack_goesFurtherBack_andNeverToAndFro() {
        move(d1, d2, d3);
        stores.rollBack("example.com");
        assertThat(at()).isEqualTo("d2");
        stores.rollBack("example.com");
        assertThat(at()).isEqualTo("d1");
        assertThat(stores.rollBack("example.com")).isEqualTo(new AliasOutcome.NothingToRollBack());
        assertThat(at()).isEqualTo("d1");
    }

    @Test
    void rollBack_afterAnotherMove_returnsToWhereTheAliasWas() {
        move(d1, d2);
        stores.rollBack("example.com");
        move(d3);
        stores.rollBack("example.com");
        assertThat(at()).isEqualTo("d1");
    }

    @Test
    void rollBack_isNotConfusedByChangesThatDoNotMove() {
        move(d1, d2, d2);
        stores.lock("example.com");
        stores.rollBack("example.com");
        assertThat(at()).isEqualTo("d1");
        assertThat(stores.alias("example.com").lock()).as("stays locked").isPresent();
    }

    @Test
    void rollBack_toARevision_setsThePointerOfThatRevision() {
        move(d1, d2, d3, d1);
        stores.rollBack("example.com", 3);
        assertThat(at()).isEqualTo("d3");
        stores.rollBack("example.com");
        assertThat(at()).isEqualTo("d2");
    }

    @Test
    void rollBack_toNoRevisionOrARemoval_isRefused() {
        move(d1);
        stores.deleteAlias("example.com");
        move(d2);
        assertThat(stores.rollBack("example.com", 9)).isEqualTo(new AliasOutcome.UnknownRevision());
        assertThat(stores.rollBack("example.com", 2)).isEqualTo(new AliasOutcome.UnknownRevision());
        assertThat(stores.rollBack("example.com")).isEqualTo(new AliasOutcome.NothingToRollBack());
        stores.rollBack("example.com", 1);
        assertThat(at()).isEqualTo("d1");
    }

    @Test
    void rollBack_toADeploymentThatIsGoneOrGoing_isRefused() {
        move(d1, d2);
        stores.deployments.deleteDeploymentById(d1, false, CAUSE);
        assertThat(stores.rollBack("example.com")).isEqualTo(new AliasOutcome.DeploymentGone(d1));
        move(d3);
        stores.step(d2, DeploymentStatus.DESTROY_REQUESTED);
        assertThat(stores.rollBack("example.com")).isEqualTo(new AliasOutcome.DeploymentGone(d2));
        assertThat(at()).isEqualTo("d3");
    }

    @Test
    void rollBack_fromAnUnexpectedDeployment_orOfNoAlias_isRefused() {
        move(d1, d2);
        AliasId id = AliasId.parse("example.com");
        assertThat(stores.aliases.rollBack(new RollbackRequest(id, Optional.empty(), Optional.of(d1)), CAUSE))
                .isEqualTo(new AliasOutcome.Changed(Optional.of(stores.alias("example.com"))));
        assertThat(stores.rollBack("none.example.com")).isEqualTo(new AliasOutcome.NotFound());
    }

    /** Aliases of the first release have no history and no pointer. */
    @Test
    void anAliasWithoutHistory_isMovedButNotRolledBack() {
        move(d1);
        DYNAMO.client()
                .deleteItem(delete -> delete.tableName(DYNAMO.table(AliasStore.TABLE))
                        .key(Values.key("H#com.example#/", "000000000001")));
        assertThat(stores.rollBack("example.com")).isEqualTo(new AliasOutcome.NothingToRollBack());
        move(d2);
        assertThat(stores.rollBack("example.com")).isEqualTo(new AliasOutcome.NothingToRollBack());
        assertThat(stores.kinds("example.com")).containsExactly("moved");
        DYNAMO.client()
                .putItem(put -> put.tableName(DYNAMO.table(AliasStore.TABLE))
                        .item(Map.of(
                                "PK", Values.text("H#com.example#/"),
                                "SK", Values.text("000000000001"),
                                "Kind", Values.text("created"),
                                "At", Values.text("2026-01-05T00:00:00.000Z"),
                                "DeploymentId", Values.text("d1"))));
    }

    @Test
    void lock_refusesEveryMoveAndSplitAndDeletion_andSaysWhoAndWhy() {
        move(d1, d2);
        stores.aliases.lock(
                AliasId.parse("example.com"), new Cause(Actor.user("ann@example.com"), Optional.of("freeze")));
        for (AliasOutcome outcome : List.of(
                stores.move("example.com", d3),
                stores.split("example.com", d3, 10),
                stores.deleteAlias("example.com"))) {
            assertThat(outcome).isInstanceOfSatisfying(AliasOutcome.Locked.class, locked -> {
                assertThat(locked.lock().flatMap(HistoryEntry::reason)).contains("freeze");
                assertThat(locked.lock().flatMap(HistoryEntry::actor)).contains(Actor.user("ann@example.com"));
            });
        }
        assertThat(stores.kinds("example.com")).containsExactly("created", "moved", "locked");
    }

    @Test
    void lock_again_keepsTheFirstLock() {
        move(d1);
        stores.lock("example.com");
        Alias locked = stores.alias("example.com");
        assertThat(stores.lock("example.com")).isEqualTo(new AliasOutcome.Applied(locked, Optional.empty()));
        assertThat(stores.alias("example.com")).isEqualTo(locked);
        stores.unlock("example.com");
        stores.unlock("example.com");
        assertThat(stores.kinds("example.com")).containsExactly("created", "locked", "unlocked");
        assertThat(stores.move("example.com", d2)).isInstanceOf(AliasOutcome.Applied.class);
    }

    @Test
    void theAliasOfADeployment_isNeitherLockedNorSplitNorRolledBack() {
        DeploymentId owner = stores.deployment("owner");
        stores.finish(owner, SiteConfig.NONE, Optional.of(AliasId.parse("own.example.com")));
        assertThat(List.of(
                        stores.lock("own.example.com"),
                        stores.unlock("own.example.com"),
                        stores.split("own.example.com", d1, 5),
                        stores.endSplit("own.example.com", Variant.STABLE),
                        stores.rollBack("own.example.com")))
                .containsOnly(new AliasOutcome.Protected());
        assertThat(stores.kinds("own.example.com")).containsExactly("created");
    }

    @Test
    void split_countsOnItsDeployment_whichMustBeFinished() {
        move(d1);
        DeploymentId unfinished = stores.deployment("unfinished");
        assertThat(stores.split("example.com", unfinished, 10)).isEqualTo(new AliasOutcome.NotReady(unfinished));
        assertThat(stores.split("example.com", d1, 10)).isEqualTo(new AliasOutcome.SameDeployment());
        DeploymentId none = new DeploymentId("none");
        assertThat(stores.split("example.com", none, 10)).isEqualTo(new AliasOutcome.UnknownDeployment(none));
        stores.split("example.com", d2, 10);
        assertThat(split()).contains(new Split(d2, 10, "d2"));
        assertThat(stores.deployments.getDeploymentById(d2).orElseThrow().aliasCount())
                .isEqualTo(1);
    }

    private Optional<Split> split() {
        return stores.alias("example.com").split().map(ActiveSplit::values);
    }

    @Test
    void split_withAnotherPercentage_keepsTheSalt_andTheSameValuesChangeNothing() {
        move(d1);
        AliasId id = AliasId.parse("example.com");
        stores.aliases.split(new SplitRequest(id, d2, 10, Optional.of("s")), CAUSE);
        stores.split("example.com", d2, 20);
        stores.split("example.com", d2, 20);
        assertThat(split()).contains(new Split(d2, 20, "s"));
        stores.split("example.com", d3, 20);
        assertThat(split()).contains(new Split(d3, 20, "d3"));
        assertThat(stores.kinds("example.com"))
                .containsExactly("created", "splitChanged", "splitChanged", "splitChanged");
    }

    @Test
    void endSplit_keepsEitherDeployment() {
        move(d1);
        assertThat(stores.endSplit("example.com", Variant.NEW)).isEqualTo(new AliasOutcome.NoSplit());
        stores.split("example.com", d2, 10);
        stores.endSplit("example.com", Variant.STABLE);
        assertThat(at()).isEqualTo("d1");
        stores.split("example.com", d2, 10);
        stores.endSplit("example.com", Variant.NEW);
        assertThat(at()).isEqualTo("d2");
        assertThat(split()).isEmpty();
        stores.rollBack("example.com");
        assertThat(at()).isEqualTo("d1");
    }

    @Test
    void endSplit_ofALockedAlias_keepsTheStableDeploymentOnly() {
        move(d1);
        stores.split("example.com", d2, 10);
        stores.lock("example.com");
        assertThat(stores.endSplit("example.com", Variant.NEW)).isInstanceOf(AliasOutcome.Locked.class);
        assertThat(stores.endSplit("example.com", Variant.STABLE)).isInstanceOf(AliasOutcome.Applied.class);
    }

    @Test
    void aMoveOrRollback_endsTheSplit() {
        move(d1, d2);
        stores.split("example.com", d3, 10);
        stores.rollBack("example.com");
        assertThat(split()).isEmpty();
        assertThat(stores.history("example.com").getLast().endedSplit()).contains(d3);
        stores.split("example.com", d3, 10);
        move(d1);
        assertThat(split()).isEmpty();
        stores.split("example.com", d3, 10);
        stores.deleteAlias("example.com");
    }

    @Test
    void aSplit_isListedWithItsVariant_andClosedWithItsDeployment() {
        move(d1);
        stores.split("example.com", d2, 10);
        assertThat(stores.aliases
                        .listAliasesForDeployment(d2, 10, Optional.empty())
                        .items())
                .singleElement()
                .satisfies(entry -> assertThat(entry.variant()).isEqualTo(Variant.NEW));
        stores.sync.afterChange(stores.step(d2, DeploymentStatus.DESTROY_REQUESTED));
        Alias alias = stores.alias("example.com");
        assertThat(alias.isReady()).isTrue();
        assertThat(alias.isReady(Variant.NEW)).isFalse();
        assertThat(alias.revision()).isEqualTo(2);
        assertThat(stores.endSplit("example.com", Variant.NEW)).isEqualTo(new AliasOutcome.DeploymentGone(d2));
    }

    @Test
    void aDeploymentThatASplitNeeds_isNotDeleted() {
        move(d1);
        stores.split("example.com", d2, 10);
        assertThat(stores.deployments.deleteDeploymentById(d2, false, CAUSE))
                .isEqualTo(new DeleteOutcome.AliasesAssociated());
    }

    @Test
    void anOverrideWithAnExpectation_isCheckedBeforeTheLock() {
        move(d1);
        stores.lock("example.com");
        AliasRequest request =
                new AliasRequest(AliasId.parse("example.com"), d2, true, Optional.of(d3), Optional.empty());
        assertThat(stores.aliases.createAlias(request, CAUSE)).isInstanceOf(AliasOutcome.Changed.class);
    }
}
