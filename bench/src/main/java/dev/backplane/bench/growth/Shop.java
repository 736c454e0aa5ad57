package dev.backplane.bench.growth;

import dev.backplane.local.engines.DynamoDbEngine;
import dev.backplane.local.engines.EngineHttpClient;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.platform.settings.Settings;
import dev.backplane.platform.testing.CreateTables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** An engine over a folder with the tables of some subjects. */
final class Shop implements AutoCloseable {

    /** So many items of each table are written through the engine's API: as many as one call writes. */
    private static final int BY_API = 25;

    private final DynamoDbEngine engine;
    private final EngineHttpClient http = new EngineHttpClient();
    private final AwsConnection aws;
    private final DynamoDbClient client;

    private Shop(Path folder) {
        engine = DynamoDbEngine.inFolder(folder);
        aws = new AwsConnection(
                http,
                StaticCredentialsProvider.create(AwsBasicCredentials.create("bench", "bench")),
                Region.US_EAST_1,
                Optional.of(engine.endpoint()));
        client = aws.client(DynamoDbClient.builder());
    }

    /** What is done with tables that are full. */
    interface Visit<T> {
        T in(Shop shop);
    }

    /** Makes the tables of some subjects in all sizes, has them visited, and throws them away. */
    static <T> T with(List<Subject> subjects, List<Integer> sizes, Visit<T> visit) {
        Path folder = folder();
        try {
            try (Shop empty = new Shop(folder)) {
                subjects.forEach(subject -> sizes.forEach(size -> empty.open(subject, size)));
            }
            try (Storage storage = new Storage(folder)) {
                subjects.forEach(
                        subject -> sizes.forEach(size -> storage.fill(subject, table(subject, size), BY_API, size)));
            }
            try (Shop full = new Shop(folder)) {
                return visit.in(full);
            }
        } finally {
            delete(folder);
        }
    }

    /** Returns the name of a subject's table of a size. */
    static String table(Subject subject, int size) {
        return subject.table().name() + "-" + size;
    }

    DynamoDbClient client() {
        return client;
    }

    /** Returns what a store needs. */
    Platform platform(Map<String, String> settings) {
        return new Platform(Settings.of(settings), aws, Clock.systemUTC(), Ids.random(), _ -> {});
    }

    private void open(Subject subject, int size) {
        String table = table(subject, size);
        client.createTable(CreateTables.of(subject.table(), table));
        write(table, IntStream.range(0, BY_API).mapToObj(subject::item).toList());
        List<Map<String, AttributeValue>> beside = subject.beside(size);
        if (!beside.isEmpty()) {
            write(table, beside);
        }
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

    private static Path folder() {
        try {
            return Files.createTempDirectory("backplane-growth");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        client.close();
        http.close();
        engine.close();
    }
}
