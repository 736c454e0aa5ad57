package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.DeleteOutcome;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Origin;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TombstonesTest {

    private static final int THREADS = 32;
    private static final AliasId ALIAS = AliasId.parse("example.com");

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
    void aTombstone_expiresAfter90Days_andIsInNoIndex() {
        stores.deployments.deleteDeploymentById(stores.finished("d1"), false, CAUSE);

        Item row = stores.tombstones(DeploymentStore.TABLE).getFirst();
        assertThat(row.number("ExpiryDate"))
                .isEqualTo(TestClock.START.plus(Duration.ofDays(90)).getEpochSecond());
        assertThat(row.attributes()).doesNotContainKeys("GSI1PK", "GSI1SK");
    }

    @Test
    void aRepeatedDeletion_leavesOneTombstone() {
        DeploymentId id = stores.finished("d1");
        for (int i = 0; i < 2; i++) {
            stores.deployments.deleteDeploymentById(id, false, CAUSE);
        }
        assertThat(stores.tombstones(DeploymentStore.TABLE)).hasSize(1);
    }

    @Test
    void deploymentsDeletedAndCreatedAgainByMany_leaveATombstoneForEachDeletion() {
        DeploymentId id = stores.deployment("d1");
        List<List<Boolean>> deleted = Threads.race(
                        THREADS, thread -> List.of(deleteOrCreate(id, thread), deleteOrCreate(id, thread + 1)))
                .allResults();

        long deletions =
                deleted.stream().flatMap(List::stream).filter(done -> done).count();
        assertThat(deletions).isPositive();
        assertThat(stores.tombstones(DeploymentStore.TABLE)).hasSize((int) deletions);
    }

    /** Returns whether it deleted. */
    private boolean deleteOrCreate(DeploymentId id, int turn) {
        return untilServed(() -> {
            if (turn % 2 == 0) {
                return stores.deployments.deleteDeploymentById(id, false, CAUSE) instanceof DeleteOutcome.Deleted;
            }
            stores.create(id.value(), Origin.NONE);
            return false;
        });
    }

    @Test
    void aliasesDeletedAndCreatedAgainByMany_leaveAnEntryForEachDeletion() {
        DeploymentId id = stores.finished("d1");
        stores.point("example.com", id);
        List<Boolean> deleted = Threads.race(
                        THREADS,
                        thread -> untilServed(() -> {
                            if (thread % 2 == 0) {
                                return stores.aliases.deleteAliasById(ALIAS, CAUSE) instanceof AliasOutcome.Applied;
                            }
                            stores.point("example.com", id);
                            return false;
                        }))
                .allResults();

        long deletions = deleted.stream().filter(done -> done).count();
        assertThat(deletions).isPositive();
        assertThat(stores.kinds("example.com")).filteredOn("deleted"::equals).hasSize((int) deletions);
    }
}
