package dev.backplane.bench.warm;

import dev.backplane.platform.dynamo.TableSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The content of small tables, which can be restored so that the same write can be repeated. */
final class TableStates {

    private static final int BATCH = 25;

    private final DynamoDbClient client;
    private final Map<TableSpec, Map<Map<String, AttributeValue>, Map<String, AttributeValue>>> kept;

    TableStates(DynamoDbClient client, List<TableSpec> tables) {
        this.client = client;
        this.kept = tables.stream().collect(Collectors.toMap(table -> table, this::items));
    }

    void restore() {
        kept.forEach((table, items) -> {
            List<WriteRequest> writes = differences(table, items);
            for (int at = 0; at < writes.size(); at += BATCH) {
                List<WriteRequest> batch = writes.subList(at, Math.min(at + BATCH, writes.size()));
                client.batchWriteItem(write -> write.requestItems(Map.of(table.name(), batch)));
            }
        });
    }

    private List<WriteRequest> differences(
            TableSpec table, Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items) {
        List<WriteRequest> writes = new ArrayList<>();
        var now = items(table);
        items.forEach((key, item) -> {
            if (!item.equals(now.get(key))) {
                writes.add(
                        WriteRequest.builder().putRequest(put -> put.item(item)).build());
            }
        });
        now.keySet().stream()
                .filter(key -> !items.containsKey(key))
                .map(key -> WriteRequest.builder()
                        .deleteRequest(delete -> delete.key(key))
                        .build())
                .forEach(writes::add);
        return writes;
    }

    private Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items(TableSpec table) {
        Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items = new HashMap<>();
        client.scanPaginator(scan -> scan.tableName(table.name()))
                .items()
                .forEach(item -> items.put(key(table, item), item));
        return items;
    }

    private static Map<String, AttributeValue> key(TableSpec table, Map<String, AttributeValue> item) {
        return Stream.concat(Stream.of(table.key().partition()), table.key().sort().stream())
                .collect(Collectors.toMap(name -> name, name -> Objects.requireNonNull(item.get(name))));
    }
}
