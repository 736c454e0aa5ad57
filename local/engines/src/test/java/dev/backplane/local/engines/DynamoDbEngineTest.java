package dev.backplane.local.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

final class DynamoDbEngineTest {

    private static final String AUTHORIZATION = "Authorization: AWS4-HMAC-SHA256"
            + " Credential=k/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0\r\n";

    @Test
    void port_refusesWhoDoesNotKnowItsPath() throws Exception {
        try (DynamoDbEngine engine = DynamoDbEngine.inMemory()) {
            String target = "X-Amz-Target: DynamoDB_20120810.ListTables\r\n" + AUTHORIZATION;
            for (String path : List.of("/", "/shell/", "/" + "0".repeat(32))) {
                assertThat(CrossSite.post(engine.endpoint().resolve(path), "application/x-amz-json-1.0", target, "{}"))
                        .as(path)
                        .isEqualTo(404);
            }
            assertThat(CrossSite.post(engine.endpoint(), "application/x-amz-json-1.0", target, "{}"))
                    .isEqualTo(200);
        }
    }

    private static final String TABLE = "Things";

    @Test
    void inMemory_servesTablesToEveryKeyAndRegion() {
        try (DynamoDbEngine engine = DynamoDbEngine.inMemory();
                EngineClients clients = new EngineClients(engine.endpoint())) {
            createTable(clients.dynamo());

            assertThat(clients.dynamo("another", Region.EU_WEST_1).listTables().tableNames())
                    .containsExactly(TABLE);
        }
    }

    @Test
    void inFolder_whenRestarted_keepsItemsAndStreamRecords(@TempDir Path folder) {
        try (DynamoDbEngine engine = DynamoDbEngine.inFolder(folder);
                EngineClients clients = new EngineClients(engine.endpoint())) {
            createTable(clients.dynamo());
            put(clients.dynamo(), "before");
        }
        try (DynamoDbEngine engine = DynamoDbEngine.inFolder(folder);
                EngineClients clients = new EngineClients(engine.endpoint())) {
            put(clients.dynamo(), "after");

            assertThat(clients.dynamo().scan(scan -> scan.tableName(TABLE)).items())
                    .extracting(DynamoDbEngineTest::key)
                    .containsExactlyInAnyOrder("before", "after");
            assertThat(streamRecords(clients.streams()))
                    .extracting(stored -> key(stored.dynamodb().keys()))
                    .containsExactly("before", "after");
        }
    }

    @Test
    void start_listensOnLoopbackOnly() throws Exception {
        try (DynamoDbEngine engine = DynamoDbEngine.inMemory()) {
            List<InetAddress> others = NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLoopbackAddress())
                    .toList();

            assertThat(engine.endpoint().getHost()).isEqualTo("127.0.0.1");
            for (InetAddress other : others) {
                assertThatThrownBy(() -> new Socket(other, engine.endpoint().getPort()).close())
                        .isInstanceOf(ConnectException.class);
            }
        }
    }

    @Test
    void start_whenThePortIsTaken_namesThePort() {
        try (DynamoDbEngine engine = DynamoDbEngine.inMemory()) {
            int taken = engine.endpoint().getPort();

            assertThatThrownBy(() -> DynamoDbEngine.start(Optional.empty(), taken))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining(String.valueOf(taken));
        }
    }

    @Test
    void close_freesThePortAndEndsItsThreads() {
        Set<Thread> before = Threads.notDaemons();
        int port;
        try (DynamoDbEngine engine = DynamoDbEngine.inMemory();
                EngineClients clients = new EngineClients(engine.endpoint())) {
            port = engine.endpoint().getPort();
            createTable(clients.dynamo());
        }

        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(ConnectException.class);
        Threads.awaitEndOfAllBut(before);
    }

    private static void createTable(DynamoDbClient dynamo) {
        dynamo.createTable(table -> table.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(KeySchemaElement.builder()
                        .attributeName("PK")
                        .keyType(KeyType.HASH)
                        .build())
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName("PK")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .streamSpecification(
                        stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    }

    private static void put(DynamoDbClient dynamo, String key) {
        dynamo.putItem(put -> put.tableName(TABLE).item(Map.of("PK", AttributeValue.fromS(key))));
    }

    private static String key(Map<String, AttributeValue> item) {
        return Objects.requireNonNull(item.get("PK")).s();
    }

    private static List<Record> streamRecords(DynamoDbStreamsClient streams) {
        String arn = streams.listStreams().streams().getFirst().streamArn();
        return streams.describeStream(describe -> describe.streamArn(arn)).streamDescription().shards().stream()
                .map(shard -> streams.getShardIterator(iterator -> iterator.streamArn(arn)
                        .shardId(shard.shardId())
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON)))
                .flatMap(iterator ->
                        streams.getRecords(get -> get.shardIterator(iterator.shardIterator())).records().stream())
                .toList();
    }
}
