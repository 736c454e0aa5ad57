package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Template;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What a page costs, whatever the table holds; docs/capacity.md has the rest. */
class PageCapacityTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(DeploymentStore.TABLE, AliasStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @Test
    void listDeployments_ofTwoThousand_costsTheSameOnEveryPage() {
        fill(2_000);
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
        assertThat(seen).isEqualTo(2_000);
    }

    private void fill(int count) {
        List<Item> rows = IntStream.range(0, count)
                .mapToObj(i -> DeploymentRows.toItem(
                        Deployment.initialized(
                                new DeploymentId("d" + i),
                                TestClock.START.plusMillis(i),
                                Template.FUNCTION_URLS,
                                CAUSE.actor()),
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
}
