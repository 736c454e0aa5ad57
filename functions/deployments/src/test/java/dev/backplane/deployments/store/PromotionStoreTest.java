package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasTarget;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.KeyedRequest;
import dev.backplane.deployments.Promotion;
import dev.backplane.deployments.PromotionId;
import dev.backplane.deployments.PromotionOutcome;
import dev.backplane.deployments.PromotionRequest;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.platform.Actor;
import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PromotionStoreTest {

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

    private Promotion promoted(String... moves) {
        return ((PromotionOutcome.Done) stores.promote(moves)).promotion();
    }

    private List<PromotionOutcome.Conflict> conflicts(PromotionOutcome outcome) {
        return ((PromotionOutcome.Refused) outcome).conflicts();
    }

    private String at(String alias) {
        return stores.alias(alias).deployment().value();
    }

    @Test
    void promote_movesAndCreatesTogether() {
        stores.point("a.example.com", d1);
        Promotion promotion = promoted("a.example.com=d2", "b.example.com=a.example.com");

        assertThat(promotion.moves())
                .containsExactly(
                        new Promotion.Move(AliasId.parse("a.example.com"), Optional.of(d1), d2, 2),
                        new Promotion.Move(AliasId.parse("b.example.com"), Optional.empty(), d1, 1));
        assertThat(stores.history("a.example.com").getLast().promotion())
                .contains(promotion.id().value());
        assertThat(stores.kinds("b.example.com")).containsExactly("promoted");
        assertThat(stores.promotions.getPromotionById(promotion.id())).contains(promotion);
    }

    @Test
    void promote_swapsTwoAliases() {
        stores.point("a.example.com", d1);
        stores.point("b.example.com", d2);
        promoted("a.example.com=b.example.com", "b.example.com=a.example.com");
        assertThat(at("a.example.com")).isEqualTo("d2");
        assertThat(at("b.example.com")).isEqualTo("d1");
    }

    @Test
    void promote_namesEveryAliasThatStandsInTheWay_andMovesNone() {
        stores.point("ok.example.com", d1);
        stores.point("locked.example.com", d1);
        stores.lock("locked.example.com");
        stores.finish(stores.deployment("owner"), SiteConfig.NONE, Optional.of(AliasId.parse("own.example.com")));
        stores.in(DeploymentStatus.DESTROY_REQUESTED, "closed");
        stores.point("changed.example.com", d1);
        List<PromotionRequest> moves = new ArrayList<>(IntStream.range(0, 1)
                .mapToObj(_ -> new PromotionRequest(
                        AliasId.parse("changed.example.com"), new AliasTarget.ToDeployment(d2), Optional.of(d3)))
                .toList());
        List.of(
                        "ok.example.com=d2",
                        "locked.example.com=d2",
                        "own.example.com=d2",
                        "b.example.com=closed",
                        "c.example.com=none",
                        "d.example.com=none.example.com")
                .forEach(move -> moves.add(StoreFixture.wish(move)));

        assertThat(conflicts(stores.promotions.promote(moves, Optional.empty(), CAUSE)))
                .extracting(conflict ->
                        conflict.alias() + " " + conflict.refusal().getClass().getSimpleName())
                .containsExactly(
                        "changed.example.com/ Changed",
                        "locked.example.com/ Locked",
                        "own.example.com/ Protected",
                        "b.example.com/ DeploymentClosed",
                        "c.example.com/ UnknownDeployment",
                        "d.example.com/ UnknownTarget");
        assertThat(at("ok.example.com")).isEqualTo("d1");
        assertThat(stores.promotions.listPromotions(10, Optional.empty()).items())
                .isEmpty();
    }

    @Test
    void promote_withTheSameKey_isDoneOnce() {
        stores.point("a.example.com", d1);
        List<PromotionRequest> moves = List.of(new PromotionRequest(
                AliasId.parse("a.example.com"), new AliasTarget.ToDeployment(d2), Optional.of(d1)));
        KeyedRequest first = new KeyedRequest("Promote", Actor.client("ci"), IdempotencyKey.parse("k"), "digest");
        PromotionOutcome done = stores.promotions.promote(moves, Optional.of(first), CAUSE);
        Promotion promotion = ((PromotionOutcome.Done) done).promotion();

        assertThat(stores.promotions.promote(moves, Optional.of(first), CAUSE))
                .isEqualTo(new PromotionOutcome.Repeated(promotion));
        KeyedRequest other = new KeyedRequest("Promote", Actor.client("ci"), IdempotencyKey.parse("k"), "other");
        assertThat(stores.promotions.promote(moves, Optional.of(other), CAUSE))
                .isEqualTo(new PromotionOutcome.IdempotencyMismatch());
        KeyedRequest ofAnother = new KeyedRequest("Promote", Actor.client("x"), IdempotencyKey.parse("k"), "digest");
        assertThat(stores.promotions.promote(moves, Optional.of(ofAnother), CAUSE))
                .isInstanceOf(PromotionOutcome.Refused.class);
        stores.clock.advance(Duration.ofHours(24));
        stores.move("a.example.com", d1);
        assertThat(stores.promotions.promote(moves, Optional.of(other), CAUSE))
                .as("after 24 hours")
                .isInstanceOf(PromotionOutcome.Done.class);
        assertThat(stores.kinds("a.example.com")).containsExactly("created", "promoted", "moved", "promoted");
    }

    @Test
    void promote_ofMoreThanATransactionHolds_isRefusedWithTheSize() {
        String part = '"' + "x".repeat(100 * 1024 - 2) + '"';
        DeploymentId large = stores.deployment("large");
        stores.finish(large, new SiteConfig(Optional.of(part), Optional.of(part), Optional.of(part)), Optional.empty());
        String[] moves = IntStream.range(0, 15)
                .mapToObj(i -> "a" + i + ".example.com=large")
                .toArray(String[]::new);
        assertThat(stores.promote(moves)).isInstanceOfSatisfying(PromotionOutcome.TooLarge.class, refused -> {
            assertThat(refused.size().bytes()).isGreaterThan(refused.limit().bytes());
            assertThat(refused.limit().bytes()).isEqualTo(4 * 1024 * 1024);
        });
        String[] fewer = IntStream.range(0, 12)
                .mapToObj(i -> "a" + i + ".example.com=large")
                .toArray(String[]::new);
        assertThat(stores.promote(fewer)).isInstanceOf(PromotionOutcome.Done.class);
    }

    @Test
    void promote_ofSplitsThatNeedTooManyActions_isRefused() {
        String[] moves = new String[15];
        for (int i = 0; i < 15; i++) {
            stores.point("a" + i + ".example.com", stores.finished("s" + i));
            stores.split("a" + i + ".example.com", stores.finished("n" + i), 10);
            stores.finished("t" + i);
            moves[i] = "a" + i + ".example.com=t" + i;
        }
        assertThat(stores.promote(moves))
                .isInstanceOfSatisfying(
                        PromotionOutcome.TooLarge.class,
                        refused -> assertThat(refused.size().actions())
                                .isGreaterThan(refused.limit().actions()));
    }

    @Test
    void undo_movesBackAndDeletesWhatWasCreated() {
        stores.point("a.example.com", d1);
        stores.move("a.example.com", d2);
        Promotion promotion = promoted("a.example.com=d3", "b.example.com=d3");
        PromotionOutcome undone = stores.promotions.undo(promotion.id(), CAUSE);

        assertThat(undone).isInstanceOf(PromotionOutcome.Done.class);
        assertThat(at("a.example.com")).isEqualTo("d2");
        assertThat(stores.aliases.getAliasById(AliasId.parse("b.example.com"))).isEmpty();
        assertThat(stores.kinds("b.example.com")).containsExactly("promoted", "undone");
        stores.rollBack("a.example.com");
        assertThat(at("a.example.com")).as("further back than the promotion").isEqualTo("d1");
        assertThat(stores.promotions.undo(promotion.id(), CAUSE)).isInstanceOf(PromotionOutcome.AlreadyUndone.class);
        assertThat(stores.promotions.undo(new PromotionId("0".repeat(32)), CAUSE))
                .isEqualTo(new PromotionOutcome.NotFound());
    }

    @Test
    void undo_isRefusedWithWhatStandsInTheWay() {
        for (String alias : List.of("ok", "moved", "locked", "deleted")) {
            stores.point(alias + ".example.com", d1);
        }
        DeploymentId old = stores.finished("old");
        stores.point("gone.example.com", old);
        Promotion promotion = promoted(
                "ok.example.com=d2",
                "moved.example.com=d2",
                "locked.example.com=d2",
                "deleted.example.com=d2",
                "gone.example.com=d2");
        stores.move("moved.example.com", d3);
        stores.lock("locked.example.com");
        stores.deleteAlias("deleted.example.com");
        stores.deployments.deleteDeploymentById(old, false, CAUSE);

        assertThat(conflicts(stores.promotions.undo(promotion.id(), CAUSE)))
                .extracting(conflict ->
                        conflict.alias() + " " + conflict.refusal().getClass().getSimpleName())
                .containsExactly(
                        "moved.example.com/ Changed",
                        "locked.example.com/ Locked",
                        "deleted.example.com/ NotFound",
                        "gone.example.com/ DeploymentGone");
        assertThat(at("ok.example.com")).isEqualTo("d2");
    }

    /** The aliases were deleted after the promotion, and became those of the deployment that it moved them to. */
    @Test
    void undo_leavesAnAliasThatADeploymentOwnsNow() {
        DeploymentId later = stores.deployment("later");
        stores.point("moved.example.com", d1);
        DeploymentId last = stores.deployment("last");
        Promotion created = promoted("created.example.com=later");
        Promotion moved = promoted("moved.example.com=last");
        stores.deleteAlias("created.example.com");
        stores.deleteAlias("moved.example.com");
        stores.finish(later, SiteConfig.NONE, Optional.of(AliasId.parse("created.example.com")));
        stores.finish(last, SiteConfig.NONE, Optional.of(AliasId.parse("moved.example.com")));

        for (Promotion promotion : List.of(created, moved)) {
            assertThat(conflicts(stores.promotions.undo(promotion.id(), CAUSE)))
                    .extracting(conflict -> conflict.refusal().getClass().getSimpleName())
                    .containsExactly("Protected");
        }
        assertThat(at("created.example.com")).isEqualTo("later");
        assertThat(at("moved.example.com")).isEqualTo("last");
    }

    @Test
    void promotions_areListedNewestFirst_for90Days() {
        List<PromotionId> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            stores.clock.advance(Duration.ofMillis(1));
            ids.addFirst(promoted("a.example.com=d" + (1 + i % 3)).id());
        }
        List<PromotionId> seen = new ArrayList<>();
        Optional<PromotionId> after = Optional.empty();
        do {
            var page = stores.promotions.listPromotions(2, after);
            page.items().forEach(promotion -> seen.add(promotion.id()));
            after = page.next();
        } while (after.isPresent());
        assertThat(seen).isEqualTo(ids);
        stores.clock.advance(Duration.ofDays(90));
        assertThat(stores.promotions.listPromotions(2, Optional.empty()).items())
                .isEmpty();
        assertThat(stores.promotions.getPromotionById(ids.getFirst())).isEmpty();
        assertThat(stores.promotions.undo(ids.getFirst(), CAUSE)).isEqualTo(new PromotionOutcome.NotFound());
    }

    /** The process dies before or after each of its calls. */
    @Test
    void aPromotionOf15Aliases_isAllOrNothing_wheneverTheProcessDies() {
        List<PromotionRequest> moves = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            if (i % 3 != 0) {
                stores.point("a" + i + ".example.com", i % 2 == 0 ? d1 : d3);
            }
            moves.add(StoreFixture.wish("a" + i + ".example.com=d2"));
        }
        int deaths = 0;
        boolean done = false;
        for (int call = 0; !done; call++) {
            Dynamo dynamo = stores.crashing(call / 2 + 1, call % 2 == 1);
            try {
                stores.promotions(dynamo).promote(moves, Optional.empty(), CAUSE);
                done = true;
            } catch (FaultInjection.Crash e) {
                deaths++;
            }
            long moved = stores.history
                            .list(AliasId.parse("a1.example.com"), 1, Optional.empty())
                            .items()
                            .getFirst()
                            .promotion()
                            .isPresent()
                    ? 1
                    : 0;
            long there = IntStream.range(0, 15)
                    .filter(i -> stores.aliases
                            .getAliasById(AliasId.parse("a" + i + ".example.com"))
                            .map(Alias::deployment)
                            .equals(Optional.of(d2)))
                    .count();
            assertThat(there).as("after " + deaths + " deaths").isEqualTo(15 * moved);
            stores.checkInvariants();
        }
        assertThat(deaths).isGreaterThanOrEqualTo(6);
    }
}
