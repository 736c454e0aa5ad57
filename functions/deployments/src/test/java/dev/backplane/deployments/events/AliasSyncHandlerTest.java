package dev.backplane.deployments.events;

import static dev.backplane.deployments.events.StreamBatches.item;
import static dev.backplane.deployments.events.StreamBatches.record;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.store.AliasStore;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class AliasSyncHandlerTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;
    private TestPlatform platform;
    private AliasSyncHandler handler;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        platform = DYNAMO.platform(StoreFixture.settings(DYNAMO));
        handler = new AliasSyncHandler(platform.platform());
    }

    /** The request that finished the deployment crashed before it updated the aliases. */
    @Test
    void aFinishedDeployment_opensItsAliases_evenIfItsRequestDied() {
        DeploymentId id = stores.deployment("d1");
        stores.point("example.com", id);
        stores.step(id, DeploymentStatus.FINISHED);
        assertThat(stores.alias("example.com").isReady()).isFalse();

        assertThat(handle("INITIALIZED", "FINISHED")).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(stores.alias("example.com").isReady()).isTrue();
        assertThat(handle("INITIALIZED", "FINISHED")).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(stores.alias("example.com").revision()).isEqualTo(1);
    }

    @Test
    void aLateRecord_doesNotOpenWhatIsClosed() {
        DeploymentId id = stores.deployment("d1");
        stores.point("example.com", id);
        stores.step(id, DeploymentStatus.FINISHED);
        stores.step(id, DeploymentStatus.DESTROY_REQUESTED);
        assertThat(handle("INITIALIZED", "FINISHED")).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(stores.alias("example.com").isReady()).isFalse();
    }

    @Test
    void aDeploymentThatIsGone_needsNothing() {
        assertThat(handle("FINISHED", "DESTROY_REQUESTED")).isEqualTo("{\"batchItemFailures\":[]}");
    }

    /** The index lags: the count says two aliases, the index shows one. */
    @Test
    void aMissingAlias_hasTheRecordDeliveredAgain_untilItCannotBeTheIndex() {
        DeploymentId id = stores.deployment("d1");
        stores.point("example.com", id);
        stores.point("late.example.com", id);
        Map<String, AttributeValue> hidden = Map.of(
                "PK", AttributeValue.fromS("ROUTES"),
                "SK", AttributeValue.fromS("com.example.late#/"));
        DYNAMO.client()
                .updateItem(update -> update.tableName(DYNAMO.table(AliasStore.TABLE))
                        .key(hidden)
                        .updateExpression("REMOVE GSI1PK"));
        stores.step(id, DeploymentStatus.FINISHED);

        platform.clock().set(StreamBatches.TIME.plusSeconds(1));
        assertThat(handle("INITIALIZED", "FINISHED")).isEqualTo("{\"batchItemFailures\":[{\"itemIdentifier\":\"1\"}]}");
        platform.clock().advance(Duration.ofMinutes(6));
        assertThat(handle("INITIALIZED", "FINISHED")).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(platform.lines().getLast()).contains("skipped the record event-1", "1 of 2 aliases of d1");
        assertThat(stores.aliases
                        .getAliasById(AliasId.parse("example.com"))
                        .orElseThrow()
                        .isReady())
                .isTrue();
    }

    @Test
    void aRecordWithoutAStatus_isSetAside() {
        assertThat(Invoke.with(
                        handler,
                        StreamBatches.of(record(
                                1,
                                "MODIFY",
                                item("PK", "DEPLOYMENTS", "SK", "D#d1"),
                                item("DeploymentId", "d1"),
                                item("DeploymentId", "d1")))))
                .isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(platform.lines().getLast()).contains("\"outcome\":\"FAULT\"", "skipped the record event-1");
    }

    private String handle(String from, String to) {
        return Invoke.with(
                handler,
                StreamBatches.of(record(
                        1,
                        "MODIFY",
                        item("PK", "DEPLOYMENTS", "SK", "D#d1"),
                        item("DeploymentId", "d1", "Status", from),
                        item("DeploymentId", "d1", "Status", to))));
    }
}
