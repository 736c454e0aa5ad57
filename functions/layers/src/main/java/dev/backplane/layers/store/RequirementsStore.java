package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.REQUIREMENTS_HASH;
import static dev.backplane.layers.store.Attributes.REQUIREMENTS_TEXT;

import dev.backplane.layers.RequirementsHash;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The requirements texts of layers and builds. */
public final class RequirementsStore {

    /** The number of rows per call, and the maximum number of calls, if the first row has no text. */
    static final int MANY = 200;

    static final int MOST_CALLS = 5;

    private final Dynamo dynamo;
    private final String table;

    RequirementsStore(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    /** Returns the requirements text with this hash, if one of the first rows contains it. */
    public Optional<String> getRequirements(RequirementsHash hash) {
        // Usually the first row has the text; layers that were registered by hash alone have none.
        Rows rows = query(hash, 1, Optional.empty());
        Optional<String> text = text(rows);
        for (int calls = 0; calls < MOST_CALLS && text.isEmpty() && rows.last().isPresent(); calls++) {
            rows = query(hash, MANY, rows.last());
            text = text(rows);
        }
        return text;
    }

    private static Optional<String> text(Rows rows) {
        return rows.items().stream()
                .flatMap(row -> row.findText(REQUIREMENTS_TEXT).stream())
                .findFirst();
    }

    private Rows query(RequirementsHash hash, int limit, Optional<Map<String, AttributeValue>> start) {
        return dynamo.query(ItemQuery.of(table, Condition.equal(REQUIREMENTS_HASH, Values.text(hash.value())))
                .index(LayerStore.BY_REQUIREMENTS)
                .limit(limit)
                .after(start));
    }
}
