package dev.backplane.bench.growth;

import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.settings.Settings;
import dev.backplane.platform.testing.CreateTables;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** An engine in memory with the tables of one subject at a time, in all sizes. */
final class Shop implements AutoCloseable {

    /** As many as one call writes. */
    private static final int BATCH = 25;

    private static final int WRITERS = 2;

    private final DynamoDbEngine engine = DynamoDbEngine.inMemory();
    private final EngineHttpClient http = new EngineHttpClient();
    private final AwsConnection aws = new AwsConnection(
            http,
            StaticCredentialsProvider.create(AwsBasicCredentials.create("bench", "bench")),
            Region.US_EAST_1,
            Optional.of(engine.endpoint()));
    private final DynamoDbClient client = aws.client(DynamoDbClient.builder());

    DynamoDbClient client() {
        return client;
    }

    /** Returns what a store needs. */
    Platform platform(Map<String, String> settings) {
        return new Platform(Settings.of(settings), aws, Clock.systemUTC(), Ids.random(), _ -> {});
    }

    /** Makes a table of a size, and returns its name. */
    String fill(Subject subject, int size) {
        String table = name(subject, size);
        client.createTable(CreateTables.of(subject.table(), table));
        AtomicInteger next = new AtomicInteger();
        try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
            CompletableFuture<?>[] parts = Stream.generate(
                            () -> CompletableFuture.runAsync(() -> fill(subject, table, size, next), writers))
                    .limit(WRITERS)
                    .toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(parts).join();
        }
        List<Map<String, AttributeValue>> beside = subject.beside(size);
        for (int from = 0; from < beside.size(); from += BATCH) {
            write(table, beside.subList(from, Math.min(beside.size(), from + BATCH)));
        }
        return table;
    }

    private void fill(Subject subject, String table, int size, AtomicInteger next) {
        for (int from = next.getAndAdd(BATCH); from < size; from = next.getAndAdd(BATCH)) {
            write(
                    table,
                    IntStream.range(from, Math.min(size, from + BATCH))
                            .mapToObj(subject::item)
                            .toList());
        }
    }

    /** Makes room for the next subject. */
    void drop(Subject subject, int size) {
        client.deleteTable(delete -> delete.tableName(name(subject, size)));
    }

    private static String name(Subject subject, int size) {
        return subject.table().name() + "-" + size;
    }

    private void write(String table, List<Map<String, AttributeValue>> items) {
        BatchWriteItemResponse response = client.batchWriteItem(batch -> batch.requestItems(Map.of(
                table,
                items.stream()
                        .map(item -> WriteRequest.builder()
                                .putRequest(put -> put.item(item))
                                .build())
                        .toList())));
        if (!response.unprocessedItems().isEmpty()) {
            throw new IllegalStateException("the engine left items out");
        }
    }

    @Override
    public void close() {
        client.close();
        http.close();
        engine.close();
    }
}
