package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.REQUIREMENTS_TEXT;

import dev.backplane.layers.RequirementsHash;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The requirements texts that layers and builds have. */
public final class RequirementsStore {

    /** How many rows are looked at in one call, and in how many calls, when the first one has no text. */
    static final int MANY = 200;

    static final int MOST_CALLS = 5;

    private final Dynamo dynamo;
    private final String table;

    RequirementsStore(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    /** Returns the text that a hash stands for, if one of so many rows with that hash has it. */
    public Optional<String> getRequirements(RequirementsHash hash) {
        // One row tells, but for layers that were registered by their hash alone: only then are more looked at.
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
        return dynamo.query(query -> query.tableName(table)
                .indexName(LayerStore.BY_REQUIREMENTS)
                .keyConditionExpression("rqrmntsHsh = :hash")
                .expressionAttributeValues(Map.of(":hash", Values.text(hash.value())))
                .limit(limit)
                .exclusiveStartKey(start.orElse(null)));
    }
}
