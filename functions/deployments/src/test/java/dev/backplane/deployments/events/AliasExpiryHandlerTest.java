package dev.backplane.deployments.events;

import static dev.backplane.deployments.events.StreamBatches.item;
import static dev.backplane.deployments.events.StreamBatches.record;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.store.StoreFixture;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Invoke;
import dev.backplane.testing.TestPlatform;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AliasExpiryHandlerTest {

    private static final String TTL =
            ",\"userIdentity\":{\"type\":\"Service\",\"principalId\":\"dynamodb.amazonaws.com\"}}";

    @RegisterExtension
    static final DynamoLocal DYNAMO = StoreFixture.tables();

    private StoreFixture stores;
    private TestPlatform platform;
    private AliasExpiryHandler handler;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
        platform = DYNAMO.platform(StoreFixture.settings(DYNAMO));
        handler = new AliasExpiryHandler(platform.platform());
    }

    private void removed(String partition, String sort, String identity) {
        String json = record(1, "REMOVE", item("PK", partition, "SK", sort), item("PK", partition, "SK", sort), "");
        String whole = json.substring(0, json.length() - 1) + identity;
        assertThat(Invoke.with(handler, StreamBatches.of(whole))).isEqualTo("{\"batchItemFailures\":[]}");
    }

    @Test
    void aRouteThatTtlRemoved_isExpiredOnce() {
        DeploymentId id = stores.finished("d1");
        stores.pointFor(60, "example.com", id);
        stores.clock.advance(Duration.ofSeconds(60));
        stores.removeByTtl("example.com");
        removed("ROUTES", "com.example#/", TTL);
        removed("ROUTES", "com.example#/", TTL);
        assertThat(stores.kinds("example.com")).containsExactly("created", "expired");
        stores.checkInvariants();
    }

    @Test
    void aRouteThatWasDeleted_isLeftAlone() {
        DeploymentId id = stores.finished("d1");
        stores.point("example.com", id);
        removed("ROUTES", "com.example#/", "}");
        removed("ROUTES", "com.example#/", TTL);
        assertThat(stores.kinds("example.com")).containsExactly("created");
        stores.checkInvariants();
    }

    @Test
    void aHistoryWhoseLastEntryTtlRemoved_isForgotten() {
        DeploymentId id = stores.finished("d1");
        stores.point("example.com", id);
        stores.move("example.com", id);
        removed("H#com.example#/", "000000000002", "}");
        assertThat(stores.kinds("example.com")).hasSize(2);
        removed("H#com.example#/", "000000000002", TTL);
        assertThat(stores.kinds("example.com")).containsExactly("moved");
        removed("PROMOTIONS", "0", TTL);
    }
}
