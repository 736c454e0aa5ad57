package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.StoreFixture.CAUSE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.Template;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.log.Meter;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
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
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
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
        assertThat(seen).isEqualTo(10_000);
    }

    /** TTL may take days to delete them. */
    @Test
    void expiredAliases_takeFewCalls() {
        DeploymentId id = stores.finished("d");
        for (int i = 0; i < 60; i++) {
            stores.pointFor(60, "p" + (100 + i) + ".example.com", id);
        }
        stores.point("a.example.com", id);
        stores.point("z.example.com", id);
        stores.clock.advance(Duration.ofMinutes(1));

        Meter ofDomain = new Meter();
        assertThat(ofDomain.measure(() ->
                                stores.aliases.listAliasesForDomain(Hostname.parse("example.com"), 1, Optional.empty()))
                        .next())
                .isPresent();
        assertThat(ofDomain.calls()).as("aliases of a domain").isLessThanOrEqualTo(9);
        Meter ofDeployment = new Meter();
        assertThat(ofDeployment
                        .measure(() -> stores.aliases.listAliasesForDeployment(id, 2, Optional.empty()))
                        .items())
                .hasSize(2);
        assertThat(ofDeployment.calls()).as("aliases of a deployment").isLessThanOrEqualTo(16);
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
