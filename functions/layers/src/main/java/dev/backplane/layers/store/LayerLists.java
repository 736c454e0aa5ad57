package dev.backplane.layers.store;

import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Values.text;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Layer;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The lists of live, undamaged layers, which read the indexes; a page reads about as many rows as it contains. */
final class LayerLists {

    /**
     * The maximum number of rows that a page reads; if most of them have expired, the page ends early and has a next
     * page.
     */
    static final int MOST_ROWS = 1000;

    private static final int ROWS_PER_CALL = 100;

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
            read.items().forEach(row -> row.read(LayerRows::toLayer).ifPresent(found::add));
            rows += wanted;
            // Some rows had expired or were damaged; read more rows per call from here on.
            wanted = Math.max(wanted, ROWS_PER_CALL);
            start = read.last();
        } while (start.isPresent()
                && found.size() <= limit
                && (rows < MOST_ROWS || end(start).isEmpty()));
        return start.isPresent() && found.size() <= limit
                ? new Page<>(found, end(start))
                : Page.of(found, limit, LayerLists::position);
    }

    /** Returns the position at which a query ended; empty at a damaged key, from which no page can continue. */
    private static Optional<LayerPosition> end(Optional<Map<String, AttributeValue>> last) {
        return last.flatMap(key -> new Item(key).read(LayerPosition::of));
    }

    private static LayerPosition position(Layer layer) {
        return new LayerPosition(layer.status(), new LayerKey(layer.id(), layer.version()));
    }

    private Rows query(Index index, int limit, Optional<Map<String, AttributeValue>> start) {
        Condition partition =
                equal(index.partition().getKey(), text(index.partition().getValue()));
        Condition status = index.status()
                .map(wanted -> equal(Attributes.DEPLOY_STATUS, text(wanted.value())))
                .orElse(Condition.NONE);
        return dynamo.query(ItemQuery.of(table, partition.and(status))
                .index(index.name())
                .filter(LayerRows.liveAt(Times.now(clock)))
                .limit(limit)
                .after(start));
    }
}
