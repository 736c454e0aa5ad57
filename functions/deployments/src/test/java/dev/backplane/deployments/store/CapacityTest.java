package dev.backplane.deployments.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.Template;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.log.Meter;
import dev.backplane.platform.testing.DynamoLocal;
import dev.backplane.platform.testing.TestClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Holds the round trips and capacity units that docs/data-model/deployments.md states, for rows of below 1 KB.
 *
 * <p>In transactions the engine counts neither the writes of indexes nor checks of conditions; the document adds them.
 */
class CapacityTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(DeploymentStore.TABLE, AliasStore.TABLE);

    private StoreFixture stores;
    private DeploymentId finished;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        finished = stores.finished("finished");
    }

    private static void assertCost(Supplier<?> work, long calls, double readUnits, double writeUnits) {
        Meter meter = new Meter();
        meter.measure(work);
        assertThat(List.of((double) meter.calls(), meter.readUnits(), meter.writeUnits()))
                .as("round trips, read units, write units")
                .containsExactly((double) calls, readUnits, writeUnits);
    }

    @Test
    void createDeployment_costsOneWriteOfRowAndIndex() {
        Deployment deployment = Deployment.initialized(new DeploymentId("d1"), TestClock.START, Template.FUNCTION_URLS);
        assertCost(() -> stores.deployments.createDeployment(deployment), 1, 0, 2);
    }

    @Test
    void getDeploymentById_costsOneConsistentRead() {
        assertCost(() -> stores.deployments.getDeploymentById(finished), 1, 1, 0);
    }

    @Test
    void updateDeploymentStatus_costsOneWriteOfRowAndIndex() {
        DeploymentId id = stores.deployment("d1");
        assertCost(
                () -> stores.deployments.updateDeploymentStatusFinished(id, SiteConfig.NONE, Optional.empty()),
                1,
                0,
                2);
    }

    @Test
    void updateDeploymentStatus_withAnAlias_costsOneReadAndOneTransaction() {
        DeploymentId id = stores.deployment("d1");
        assertCost(
                () -> stores.deployments.updateDeploymentStatusFinished(
                        id, SiteConfig.NONE, Optional.of(AliasId.parse("own.example.com"))),
                2,
                1,
                8);
    }

    @Test
    void deleteDeploymentById_withoutAlias_costsOneWrite() {
        assertCost(() -> stores.deployments.deleteDeploymentById(finished, false), 1, 0, 2);
    }

    @Test
    void createAlias_costsOneReadAndOneTransaction() {
        assertCost(() -> stores.point("example.com", finished), 2, 1, 6);
    }

    @Test
    void createAlias_thatMoves_costsOneReadOfBothTablesAndOneTransaction() {
        DeploymentId other = stores.finished("other");
        stores.point("example.com", finished);
        assertCost(() -> stores.move("example.com", other), 2, 2, 8);
    }

    @Test
    void deleteAliasById_costsOneReadAndOneTransaction() {
        stores.point("example.com", finished);
        assertCost(() -> stores.aliases.deleteAliasById(AliasId.parse("example.com")), 2, 1, 6);
    }

    @Test
    void getAliasById_costsOneConsistentRead() {
        stores.point("example.com", finished);
        assertCost(() -> stores.aliases.getAliasById(AliasId.parse("example.com")), 1, 1, 0);
    }

    @Test
    void getAliasByHostname_costsHalfAUnit() {
        stores.point("example.com", finished);
        assertCost(() -> stores.aliases.getAliasByHostname(Hostname.parse("example.com"), "/a/b", false), 1, 0.5, 0);
    }

    @Test
    void listAliasesForDeployment_costsWhatThePageHolds() {
        IntStream.range(0, 40).forEach(i -> stores.point("a" + i + ".example.com", finished));
        assertCost(() -> stores.aliases.listAliasesForDeployment(finished, 25, Optional.empty()), 1, 1.5, 0);
    }

    @Test
    void listDeployments_ofTenThousand_costsTheSameOnEveryPage() {
        fill(10_000);
        Optional<DeploymentPosition> after = Optional.empty();
        int seen = 0;
        do {
            Meter meter = new Meter();
            Optional<DeploymentPosition> start = after;
            var page = meter.measure(() -> stores.deployments.listDeployments(100, start));
            seen += page.items().size();
            assertThat(meter.calls()).isEqualTo(1);
            assertThat(meter.readUnits()).isLessThanOrEqualTo(2.5);
            after = page.next();
        } while (after.isPresent());
        assertThat(seen).isEqualTo(10_001);
    }

    private void fill(int count) {
        List<Item> rows = IntStream.range(0, count)
                .mapToObj(i -> DeploymentRows.toItem(
                        Deployment.initialized(
                                new DeploymentId("d" + i), TestClock.START.plusMillis(i), Template.FUNCTION_URLS),
                        "mark"))
                .toList();
        String table = DYNAMO.table(DeploymentStore.TABLE);
        for (int from = 0; from < rows.size(); from += 25) {
            List<WriteRequest> writes = rows.subList(from, from + 25).stream()
                    .map(row -> WriteRequest.builder()
                            .putRequest(put -> put.item(row.attributes()))
                            .build())
                    .toList();
            DYNAMO.client().batchWriteItem(batch -> batch.requestItems(Map.of(table, writes)));
        }
    }

    @Test
    void closingADeployment_costsItsWriteOnceAndATransactionForEachAlias() {
        stores.point("example.com", finished);
        Deployment closed = stores.step(finished, DeploymentStatus.DESTROY_REQUESTED);
        assertCost(
                () -> {
                    stores.sync.afterChange(closed);
                    return closed;
                },
                2,
                0.5,
                4);
    }
}
