package dev.backplane.testing;

import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.TableSpec;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Gives each test its own empty tables in a real DynamoDB engine, which is started once per test run.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final DynamoLocal DYNAMO = DynamoLocal.with(DeploymentStore.TABLE, AliasStore.TABLE);
 * }</pre>
 */
public final class DynamoLocal implements BeforeEachCallback, AfterEachCallback {

    private static final int ROWS_OF_A_BATCH = 25;

    private final List<TableSpec> specs;
    private final Map<TableSpec, String> names = new LinkedHashMap<>();
    private @Nullable Engine engine;

    private DynamoLocal(List<TableSpec> specs) {
        this.specs = specs;
    }

    /** Declares the tables of each test. */
    public static DynamoLocal with(TableSpec... tables) {
        return new DynamoLocal(List.of(tables));
    }

    /** Returns the physical name of a table in this test. */
    public String table(TableSpec spec) {
        return Objects.requireNonNull(names.get(spec), () -> spec.name() + " is not a table of this test");
    }

    /** Returns the declaration of a table with its physical name in this test. */
    public TableSpec spec(String name) {
        return names.entrySet().stream()
                .filter(table -> table.getValue().equals(name))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not a table of this test"));
    }

    /** Returns a client for the test's own calls. */
    public DynamoDbClient client() {
        return engine().client();
    }

    /** Returns DynamoDB as stores use it. */
    public Dynamo dynamo() {
        return Dynamo.connect(aws());
    }

    /** Returns a platform whose only service is DynamoDB. */
    public TestPlatform platform(Map<String, String> settings) {
        return new TestPlatform(settings, aws());
    }

    /** Returns the connection to the engine. */
    public AwsConnection aws() {
        return engine().aws();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        engine = context.getRoot()
                .getStore(Namespace.create(DynamoLocal.class))
                .computeIfAbsent(Engine.class, _ -> Engine.start(), Engine.class);
        for (TableSpec spec : specs) {
            names.put(spec, engine().emptyTable(spec));
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        // The work of a failed test may continue and must not write to the tables of another test.
        if (context.getExecutionException().isEmpty()) {
            names.forEach(engine()::giveBack);
        }
        names.clear();
    }

    private Engine engine() {
        return Objects.requireNonNull(engine, "tables are there while a test runs, not before");
    }

    /**
     * Closed by JUnit when the last test has run.
     *
     * @param unused empty tables for reuse: creating a table takes longer than most tests
     */
    private record Engine(
            DynamoDbEngine server, AwsConnection aws, DynamoDbClient client, Map<TableSpec, Deque<String>> unused)
            implements AutoCloseable {

        static Engine start() {
            DynamoDbEngine server = DynamoDbEngine.inMemory();
            AwsConnection aws = new AwsConnection(
                    new EngineHttpClient(),
                    StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")),
                    Region.US_EAST_1,
                    Optional.of(server.endpoint()));
            return new Engine(server, aws, uncounted(aws), new ConcurrentHashMap<>());
        }

        String emptyTable(TableSpec spec) {
            String table = tables(spec).pollFirst();
            return table == null ? newTable(spec) : table;
        }

        private String newTable(TableSpec spec) {
            String name = spec.name() + "-" + UUID.randomUUID();
            client.createTable(CreateTables.of(spec, name));
            return name;
        }

        /** Returns a table for reuse; one with many items is abandoned, which is cheaper than emptying it. */
        void giveBack(TableSpec spec, String table) {
            ScanResponse rows = client.scan(
                    scan -> scan.tableName(table).limit(ROWS_OF_A_BATCH + 1).consistentRead(true));
            if (!rows.hasLastEvaluatedKey()) {
                remove(spec, table, rows.items());
                tables(spec).addLast(table);
            }
        }

        private void remove(TableSpec spec, String table, List<Map<String, AttributeValue>> rows) {
            List<WriteRequest> deletes = rows.stream()
                    .map(row -> WriteRequest.builder()
                            .deleteRequest(delete -> delete.key(keyOf(spec.key(), row)))
                            .build())
                    .toList();
            if (!deletes.isEmpty()) {
                BatchWriteItemResponse answer =
                        client.batchWriteItem(batch -> batch.requestItems(Map.of(table, deletes)));
                if (!answer.unprocessedItems().isEmpty()) {
                    throw new IllegalStateException(table + " could not be emptied: " + answer.unprocessedItems());
                }
            }
        }

        private static Map<String, AttributeValue> keyOf(TableSpec.Key key, Map<String, AttributeValue> row) {
            return row.entrySet().stream()
                    .filter(value -> value.getKey().equals(key.partition())
                            || Optional.of(value.getKey()).equals(key.sort()))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        }

        private Deque<String> tables(TableSpec spec) {
            return unused.computeIfAbsent(spec, _ -> new ConcurrentLinkedDeque<>());
        }

        // The test's own calls must not be metered with the calls of the code under test.
        private static DynamoDbClient uncounted(AwsConnection aws) {
            return DynamoDbClient.builder()
                    .httpClient(aws.http())
                    .credentialsProvider(aws.credentials())
                    .region(aws.region())
                    .endpointOverride(aws.endpoint().orElseThrow())
                    .build();
        }

        @Override
        public void close() {
            client.close();
            aws.http().close();
            server.close();
        }
    }
}
