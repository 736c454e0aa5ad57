package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.StatusOutcome;
import dev.backplane.platform.Unavailable;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RacesTest {

    private static final int THREADS = 32;

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
    void createDeployment_byMany_hasOneWinner() {
        // All in the same millisecond: nothing but the row itself may decide.
        List<Boolean> created =
                Threads.race(THREADS, _ -> stores.create("d1", Origin.NONE)).allResults();
        assertThat(created).containsOnlyOnce(true);
    }

    @Test
    void createAlias_byMany_hasOneWinner() {
        List<DeploymentId> targets = targets(THREADS);
        List<AliasOutcome> outcomes = Threads.race(
                        THREADS, thread -> untilServed(() -> stores.point("example.com", targets.get(thread))))
                .allResults();
        assertThat(outcomes).filteredOn(AliasOutcome.Applied.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(outcome -> !(outcome instanceof AliasOutcome.Applied))
                .allMatch(AliasOutcome.OverrideNotAllowed.class::isInstance);
    }

    @Test
    void move_byManyWithTheSameExpectation_hasOneWinner() {
        List<DeploymentId> targets = targets(THREADS);
        DeploymentId first = stores.finished("first");
        stores.point("example.com", first);
        List<AliasOutcome> outcomes = Threads.race(
                        THREADS, thread -> untilServed(() -> stores.move("example.com", targets.get(thread), first)))
                .allResults();
        assertThat(outcomes).filteredOn(AliasOutcome.Applied.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(outcome -> !(outcome instanceof AliasOutcome.Applied))
                .allMatch(AliasOutcome.Changed.class::isInstance);
        assertThat(stores.alias("example.com").revision()).isEqualTo(2);
    }

    /** Each thread moves the alias from where it sees it; no move may be lost, so the moves form one chain. */
    @Test
    void move_withExpectations_neverLosesAnUpdate() {
        List<DeploymentId> targets = targets(THREADS);
        DeploymentId first = stores.finished("first");
        stores.point("example.com", first);
        record Move(DeploymentId from, DeploymentId to, long revision) {}
        List<List<Move>> moves = Threads.race(THREADS, thread -> {
                    List<Move> mine = new ArrayList<>();
                    for (int tries = 0; tries < 4; tries++) {
                        DeploymentId seen = stores.alias("example.com").deployment();
                        if (untilServed(() -> stores.move("example.com", targets.get(thread), seen))
                                instanceof AliasOutcome.Applied(var alias, var previous)) {
                            mine.add(new Move(previous.orElseThrow(), alias.deployment(), alias.revision()));
                        }
                    }
                    return mine;
                })
                .allResults();

        List<Move> chain = moves.stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(Move::revision))
                .toList();
        DeploymentId at = first;
        long revision = 1;
        for (Move move : chain) {
            assertThat(move.from()).isEqualTo(at);
            assertThat(move.revision()).isEqualTo(++revision);
            at = move.to();
        }
        assertThat(stores.alias("example.com").deployment()).isEqualTo(at);
        assertThat(stores.alias("example.com").revision()).isEqualTo(revision);
        assertThat(chain).hasSizeGreaterThan(1);
    }

    @RepeatedTest(5)
    void deleteDeployment_whileAliasesAreCreated_neverLeavesOneDangling() {
        DeploymentId id = stores.finished("d1");
        List<Object> outcomes = Threads.<Object>race(
                        THREADS,
                        thread -> untilServed(() -> thread % 2 == 0
                                ? stores.point("a" + thread + ".example.com", id)
                                : stores.deployments.deleteDeploymentById(id, false, CAUSE)))
                .allResults();
        boolean deleted = outcomes.stream().anyMatch(DeleteOutcome.Deleted.class::isInstance);
        boolean pointed = outcomes.stream().anyMatch(AliasOutcome.Applied.class::isInstance);
        assertThat(deleted).isNotEqualTo(pointed);
        assertThat(stores.deployments.getDeploymentById(id).isPresent()).isEqualTo(pointed);
    }

    @RepeatedTest(3)
    void destroyRequest_whileAliasesAreCreatedAndDeleted_keepsTheCount() {
        DeploymentId id = stores.in(DeploymentStatus.FINISHED, "d1");
        Threads.<Object>race(
                        THREADS,
                        thread -> untilServed(() -> switch (thread % 3) {
                            case 0 -> stores.point("a" + thread + ".example.com", id);
                            case 1 ->
                                stores.aliases.deleteAliasById(
                                        AliasId.parse("a" + (thread - 1) + ".example.com"), CAUSE);
                            default -> stores.deployments.deleteDeploymentById(id, false, CAUSE);
                        }))
                .allResults();
    }

    @Test
    void statusChanges_fromOneState_haveOneWinner() {
        DeploymentId id = stores.deployment("d1");
        DeploymentStatus[] next = {DeploymentStatus.FINISHED, DeploymentStatus.CREATE_FAILED};
        List<StatusOutcome> outcomes = Threads.race(
                        THREADS,
                        thread ->
                                stores.deployments.updateDeploymentStatus(id, StatusChange.to(next[thread % 2]), CAUSE))
                .allResults();
        assertThat(outcomes).filteredOn(StatusOutcome.Changed.class::isInstance).hasSize(1);
    }

    @Test
    void finished_withTheSameAlias_goesToOneDeployment() {
        List<DeploymentId> ids = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            ids.add(stores.deployment("d" + i));
        }
        List<StatusOutcome> outcomes = Threads.race(
                        THREADS,
                        thread -> untilServed(() -> stores.finish(
                                ids.get(thread), SiteConfig.NONE, Optional.of(AliasId.parse("own.example.com")))))
                .allResults();
        assertThat(outcomes).filteredOn(StatusOutcome.Changed.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(StatusOutcome.AliasTaken.class::isInstance)
                .hasSize(THREADS - 1);
    }

    @Test
    void deleteAlias_byMany_countsOnce() {
        stores.point("example.com", stores.finished("d1"));
        List<AliasOutcome> outcomes = Threads.race(
                        THREADS,
                        _ -> untilServed(() -> stores.aliases.deleteAliasById(AliasId.parse("example.com"), CAUSE)))
                .allResults();
        assertThat(outcomes).filteredOn(AliasOutcome.Applied.class::isInstance).hasSize(1);
    }

    @Test
    void anyOperations_atOnce_keepTheInvariants() {
        List<DeploymentId> ids = targets(6);
        Threads.race(THREADS, thread -> {
                    SplittableRandom random = new SplittableRandom(thread);
                    for (int i = 0; i < 12; i++) {
                        String alias = "a" + random.nextInt(4) + ".example.com";
                        DeploymentId id = ids.get(random.nextInt(ids.size()));
                        anyOperation(random.nextInt(6), alias, id);
                    }
                    return thread;
                })
                .allResults();
    }

    private void anyOperation(int which, String alias, DeploymentId id) {
        try {
            switch (which) {
                case 0 -> stores.point(alias, id);
                case 1, 2 -> stores.move(alias, id);
                case 3 -> stores.aliases.deleteAliasById(AliasId.parse(alias), CAUSE);
                case 4 -> stores.deployments.deleteDeploymentById(id, false, CAUSE);
                default -> stores.deployments.getDeploymentById(id).ifPresent(stores.sync::afterChange);
            }
        } catch (Unavailable e) {
            // So many on so few rows may lose every race within the time that a request has: 503, nothing written.
            assertThat(e.code()).isEqualTo("CONTENDED");
        }
    }

    private List<DeploymentId> targets(int count) {
        List<DeploymentId> targets = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            targets.add(stores.finished("t" + i));
        }
        return targets;
    }
}
