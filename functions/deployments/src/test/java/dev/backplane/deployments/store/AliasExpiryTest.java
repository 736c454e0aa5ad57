package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasChange;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.ChangeKind;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.StatusOutcome;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.testing.DynamoLocal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AliasExpiryTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;
    private DeploymentId d1;
    private DeploymentId d2;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        d1 = stores.finished("d1");
        d2 = stores.finished("d2");
    }

    @AfterEach
    void invariantsHold() {
        stores.checkInvariants();
    }

    private static final AliasId ID = AliasId.parse("example.com");

    private void expire() {
        stores.pointFor(60, "example.com", d1);
        stores.clock.advance(Duration.ofSeconds(60));
    }

    private long count(DeploymentId id) {
        return stores.deployments.getDeploymentById(id).orElseThrow().aliasCount();
    }

    @Test
    void anExpiredAlias_isHiddenFromEveryReader() {
        stores.pointFor(60, "example.com", d1);
        stores.clock.advance(Duration.ofMillis(59_999));
        assertThat(stores.aliases.getAliasById(ID)).isPresent();
        stores.clock.advance(Duration.ofMillis(1));

        assertThat(stores.aliases.getAliasById(ID)).isEmpty();
        assertThat(stores.lookup.getAliasByHostname(ID.host(), "/", true)).isEmpty();
        assertThat(stores.aliases
                        .listAliasesForDeployment(d1, 10, Optional.empty())
                        .items())
                .isEmpty();
        assertThat(stores.aliases
                        .listAliasesForDomain(Hostname.parse("example.com"), 10, Optional.empty())
                        .items())
                .isEmpty();
        assertThat(stores.rollBack("example.com")).isEqualTo(new AliasOutcome.NotFound());
        assertThat(stores.lock("example.com")).isEqualTo(new AliasOutcome.NotFound());
        assertThat(stores.deleteAlias("example.com")).isEqualTo(new AliasOutcome.NotFound());
    }

    @Test
    void anExpiredBasePath_leavesThePathToTheShorterOne() {
        stores.point("example.com", d1);
        stores.pointFor(60, "example.com/docs", d2);
        assertThat(stores.lookup.getAliasByHostname(ID.host(), "/docs/a", true).map(Alias::deployment))
                .contains(d2);
        stores.clock.advance(Duration.ofSeconds(60));
        assertThat(stores.lookup.getAliasByHostname(ID.host(), "/docs/a", true).map(Alias::deployment))
                .contains(d1);
    }

    @Test
    void expire_writesTheEntryOnce_andGivesTheCountBack() {
        expire();
        assertThat(stores.expiry.expire(ID)).isTrue();
        assertThat(stores.expiry.expire(ID)).isFalse();
        assertThat(stores.kinds("example.com")).containsExactly("created", "expired");
        assertThat(count(d1)).isZero();
    }

    @Test
    void expire_leavesAliasesAloneThatHaveNotExpired() {
        stores.point("example.com", d1);
        assertThat(stores.expiry.expire(ID)).isFalse();
        stores.pointFor(60, "b.example.com", d1);
        assertThat(stores.expiry.expire(AliasId.parse("b.example.com"))).isFalse();
        assertThat(stores.expiry.expire(AliasId.parse("none.example.com"))).isFalse();
        stores.deleteAlias("example.com");
        assertThat(stores.expiry.expire(ID)).isFalse();
        assertThat(stores.kinds("example.com")).containsExactly("created", "deleted");
    }

    @Test
    void expire_afterTtlRemovedTheRoute_givesTheCountsOfAliasAndSplitBack() {
        stores.pointFor(60, "example.com", d1);
        stores.split("example.com", d2, 10);
        stores.clock.advance(Duration.ofSeconds(60));
        stores.removeByTtl("example.com");

        assertThat(stores.expiry.expire(ID)).isTrue();
        assertThat(stores.expiry.expire(ID)).isFalse();
        assertThat(stores.kinds("example.com")).containsExactly("created", "splitChanged", "expired");
        assertThat(count(d1) + count(d2)).isZero();
    }

    /** The route row was missing when it was read; by now, the name is in use again. */
    @Test
    void expire_ofAnAliasThatTtlRemoved_isRefusedOnceTheNameIsUsedAgain() {
        stores.point("example.com", d1);
        Alias live = stores.alias("example.com");
        Transaction transaction = new Transaction();
        stores.changes.add(
                transaction,
                List.of(AliasChange.removal(ChangeKind.EXPIRED, live, live.createdAt())),
                List.of(),
                AliasChanges.Source.of(CAUSE));
        assertThat(DYNAMO.dynamo().transact(transaction)).isInstanceOf(Transaction.Refused.class);
        assertThat(stores.alias("example.com")).isEqualTo(live);
    }

    @Test
    void reuse_ofAnExpiredName_writesBothEntries() {
        expire();
        assertThat(stores.point("example.com", d2)).isInstanceOf(AliasOutcome.Applied.class);
        assertThat(stores.kinds("example.com")).containsExactly("created", "expired", "created");
        assertThat(stores.alias("example.com").revision()).isEqualTo(3);
        assertThat(count(d1)).isZero();
    }

    @Test
    void reuse_afterTtlRemovedTheRoute_writesBothEntries() {
        expire();
        stores.removeByTtl("example.com");
        stores.point("example.com", d1);
        assertThat(stores.kinds("example.com")).containsExactly("created", "expired", "created");
        assertThat(count(d1)).isEqualTo(1);
        assertThat(stores.expiry.expire(ID)).as("the late stream record").isFalse();
    }

    @Test
    void reuse_byADeploymentsOwnAlias_writesBothEntries() {
        DeploymentId owner = stores.deployment("owner");
        stores.pointFor(60, "example.com", owner);
        stores.clock.advance(Duration.ofSeconds(60));
        assertThat(stores.finish(owner, SiteConfig.NONE, Optional.of(ID))).isInstanceOf(StatusOutcome.Changed.class);
        assertThat(stores.kinds("example.com")).containsExactly("created", "expired", "created");
        assertThat(stores.alias("example.com").expiry()).isEmpty();
    }

    /** The last entry is gone and the older ones will follow: this is not the expiry of an alias. */
    @Test
    void reuse_whileTheHistoryIsBeingForgotten_startsAfterIt() {
        stores.point("example.com", d1);
        stores.deleteAlias("example.com");
        DYNAMO.client()
                .deleteItem(delete -> delete.tableName(DYNAMO.table(AliasStore.TABLE))
                        .key(Values.key("H#com.example#/", "000000000002")));
        stores.point("other.example.com", d1);

        stores.point("example.com", d2);
        assertThat(count(d1)).isEqualTo(1);
        stores.history.forgetBefore(ID, 2);
        assertThat(stores.kinds("example.com")).containsExactly("created");
        assertThat(stores.alias("example.com").revision()).isEqualTo(2);
        stores.deleteAlias("example.com");
        stores.history.forgetBefore(ID, 9);
    }

    @Test
    void forgetBefore_deletesTheOlderEntries() {
        stores.point("example.com", d1);
        stores.move("example.com", d2);
        stores.deleteAlias("example.com");
        stores.point("example.com/docs", d1);
        stores.history.forgetBefore(ID, 3);
        assertThat(stores.kinds("example.com")).containsExactly("deleted");
        assertThat(stores.kinds("example.com/docs")).containsExactly("created");
        stores.history.forgetBefore(ID, 4);
    }

    @Test
    void deleteDeployment_withExpiredAliasesOnly_deletesIt() {
        expire();
        stores.pointFor(30, "b.example.com", d1);
        stores.clock.advance(Duration.ofSeconds(60));
        stores.removeByTtl("b.example.com");
        assertThat(stores.deployments.deleteDeploymentById(d1, false, CAUSE)).isEqualTo(new DeleteOutcome.Deleted());
        assertThat(stores.kinds("example.com")).containsExactly("created", "expired");
        assertThat(stores.kinds("b.example.com")).containsExactly("created", "expired");
    }

    @Test
    void deleteDeployment_withAnotherAlias_isRefused() {
        expire();
        stores.point("live.example.com", d1);
        assertThat(stores.deployments.deleteDeploymentById(d1, false, CAUSE))
                .isEqualTo(new DeleteOutcome.AliasesAssociated());
    }

    @Test
    void override_setsTheEndAnew_rollbackAndPromotionKeepIt() {
        stores.pointFor(60, "example.com", d1);
        stores.promote("example.com=d2");
        assertThat(stores.alias("example.com").expiry()).isPresent();
        stores.rollBack("example.com");
        assertThat(stores.alias("example.com").expiry()).isPresent();
        stores.move("example.com", d2);
        assertThat(stores.alias("example.com").expiry()).isEmpty();
    }
}
