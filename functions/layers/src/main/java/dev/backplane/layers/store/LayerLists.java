package dev.backplane.layers.store;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The lists of live layers, by their indexes; a page reads about what it holds. */
final class LayerLists {

    /** How many rows a page reads at most; where most have expired, it ends early and the next one goes on. */
    static final int MOST_ROWS = 1000;

    private static final int AT_A_TIME = 100;

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    LayerLists(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /**
     * One partition of an index of layers.
     *
     * @param partition the attribute that the index is partitioned by, with its value
     * @param status the only status wanted, or empty for all
     */
    record Index(String name, Map.Entry<String, String> partition, Optional<DeployStatus> status) {}

    Page<Layer, LayerPosition> read(Index index, int limit, Optional<LayerPosition> after) {
        List<Layer> found = new ArrayList<>();
        Optional<Map<String, AttributeValue>> start = after.map(position -> position.startKey(index.partition()));
        int wanted = limit + 1;
        int rows = 0;
        do {
            Rows read = query(index, wanted, start);
            read.items().stream().map(LayerRows::toLayer).forEach(found::add);
            rows += wanted;
            // Expired rows stood in the way: more at a time from here on, rather than one call for each.
            wanted = Math.max(wanted, AT_A_TIME);
            start = read.last();
        } while (start.isPresent() && found.size() <= limit && rows < MOST_ROWS);
        return start.isPresent() && found.size() <= limit
                ? new Page<>(found, start.map(LayerPosition::of))
                : Page.of(found, limit, LayerLists::position);
    }

    private static LayerPosition position(Layer layer) {
        return new LayerPosition(layer.status(), new LayerKey(layer.id(), layer.version()));
    }

    private Rows query(Index index, int limit, Optional<Map<String, AttributeValue>> start) {
        Map<String, AttributeValue> values = new HashMap<>();
        values.put(":partition", Values.text(index.partition().getValue()));
        values.put(":now", Values.number(Times.now(clock).getEpochSecond()));
        index.status().ifPresent(status -> values.put(":status", Values.text(status.word())));
        String status = index.status().isPresent() ? " AND dplySts = :status" : "";
        return dynamo.query(query -> query.tableName(table)
                .indexName(index.name())
                .keyConditionExpression(index.partition().getKey() + " = :partition" + status)
                .filterExpression("attribute_not_exists(exDt) OR exDt > :now")
                .expressionAttributeValues(values)
                .limit(limit)
                .exclusiveStartKey(start.orElse(null)));
    }
}
