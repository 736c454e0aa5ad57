package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Promotion;
import dev.backplane.deployments.PromotionId;
import dev.backplane.deployments.PromotionOutcome;
import dev.backplane.deployments.Variant;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AliasRacesTest {

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

    private static final int THREADS = 32;

    private <T> List<T> race(IntFunction<T> work) {
        return Threads.race(THREADS, thread -> untilServed(() -> work.apply(thread)))
                .allResults();
    }

    @Test
    void rollBack_againstMoves_neverLosesARevision() {
        stores.point("example.com", d1);
        stores.move("example.com", d2);
        List<AliasOutcome> outcomes =
                race(thread -> thread % 2 == 0 ? stores.rollBack("example.com") : stores.move("example.com", d3));
        long applied =
                outcomes.stream().filter(AliasOutcome.Applied.class::isInstance).count();
        assertThat(stores.alias("example.com").revision()).isEqualTo(2 + applied);
        assertThat(applied).isGreaterThanOrEqualTo(THREADS / 2);
    }

    @Test
    void promotions_ofOverlappingAliases_areEachAllOrNothing() {
        List.of("a", "b", "c").forEach(alias -> stores.point(alias + ".example.com", d1));
        List<PromotionOutcome> outcomes = race(thread -> switch (thread % 3) {
            case 0 -> stores.promote("a.example.com=d2", "b.example.com=d2");
            case 1 -> stores.promote("b.example.com=d3", "c.example.com=d3");
            default -> stores.promote("c.example.com=d1", "a.example.com=d1", "new.example.com=d1");
        });
        List<Promotion> done = outcomes.stream()
                .map(PromotionOutcome.Done.class::cast)
                .map(PromotionOutcome.Done::promotion)
                .toList();
        assertThat(done).hasSize(THREADS);
        long moves =
                done.stream().mapToLong(promotion -> promotion.moves().size()).sum();
        long entries = List.of("a", "b", "c", "new").stream()
                .mapToLong(alias -> stores.history(alias + ".example.com").size())
                .sum();
        assertThat(entries).isEqualTo(3 + moves);
        for (Promotion promotion : done) {
            assertThat(promotion.moves())
                    .allSatisfy(move -> assertThat(stores.history
                                    .find(move.alias(), move.revision())
                                    .orElseThrow()
                                    .promotion())
                            .contains(promotion.id().value()));
        }
    }

    @Test
    void undo_byManyAndAgainstALaterMove_isDoneOnceOrNotAtAll() {
        stores.point("a.example.com", d1);
        stores.point("b.example.com", d1);
        PromotionId id = ((PromotionOutcome.Done) stores.promote("a.example.com=d2", "b.example.com=d2"))
                .promotion()
                .id();
        List<Object> outcomes =
                race(thread -> thread == 7 ? stores.move("b.example.com", d3) : stores.promotions.undo(id, CAUSE));
        long undone = outcomes.stream()
                .filter(PromotionOutcome.Done.class::isInstance)
                .count();
        assertThat(undone).isLessThanOrEqualTo(1);
        assertThat(stores.alias("a.example.com").deployment()).isEqualTo(undone == 1 ? d1 : d2);
        assertThat(stores.alias("b.example.com").deployment()).isEqualTo(d3);
        assertThat(stores.kinds("a.example.com")).hasSize(2 + (int) undone);
    }

    @Test
    void deleteDeployment_againstRollbackToIt_neverLeavesTheAliasDangling() {
        stores.point("example.com", d1);
        stores.move("example.com", d2);
        List<Object> outcomes = race(thread -> thread % 2 == 0
                ? stores.rollBack("example.com")
                : stores.deployments.deleteDeploymentById(d1, false, CAUSE));
        boolean deleted = outcomes.contains(new DeleteOutcome.Deleted());
        boolean back = outcomes.stream().anyMatch(AliasOutcome.Applied.class::isInstance);
        assertThat(deleted).isNotEqualTo(back);
        assertThat(stores.alias("example.com").deployment()).isEqualTo(deleted ? d2 : d1);
    }

    @Test
    void splits_againstMovesAndTheirEnd_keepCountsAndRevisions() {
        stores.point("example.com", d1);
        List<AliasOutcome> outcomes = race(thread -> switch (thread % 4) {
            case 0 -> stores.split("example.com", d2, 1 + thread);
            case 1 -> stores.move("example.com", thread % 8 == 1 ? d1 : d3);
            case 2 -> stores.endSplit("example.com", thread % 8 == 2 ? Variant.STABLE : Variant.NEW);
            default -> stores.split("example.com", d3, 1 + thread);
        });
        assertThat(outcomes).filteredOn(AliasOutcome.Applied.class::isInstance).isNotEmpty();
    }

    @Test
    void expiry_againstReuseAndDeletion_happensOnce() {
        stores.pointFor(60, "example.com", d1);
        stores.split("example.com", d2, 10);
        stores.clock.advance(Duration.ofSeconds(60));
        AliasId id = AliasId.parse("example.com");
        List<Object> outcomes = race(thread -> switch (thread % 4) {
            case 0 -> stores.expiry.expire(id);
            case 1 -> stores.point("example.com", d3);
            case 2 -> stores.deleteAlias("example.com");
            default -> {
                if (thread == 3) {
                    // TTL deletes the row only if it is still the one that has expired.
                    if (stores.history("example.com").size() == 2) {
                        yield stores.deployments.deleteDeploymentById(d1, false, CAUSE);
                    }
                }
                yield stores.expiry.expire(id);
            }
        });
        assertThat(stores.kinds("example.com")).filteredOn("expired"::equals).hasSize(1);
        assertThat(stores.kinds("example.com").subList(0, 3)).containsExactly("created", "splitChanged", "expired");
        assertThat(outcomes).isNotEmpty();
    }

    @Test
    void locks_againstMoves_holdFromTheirRevisionOn() {
        stores.point("example.com", d1);
        race(thread -> thread % 2 == 0 ? stores.move("example.com", d2) : stores.lock("example.com"));
        List<String> kinds = stores.kinds("example.com");
        assertThat(kinds).filteredOn("locked"::equals).hasSize(1);
        assertThat(kinds).last().isEqualTo("locked");
    }
}
