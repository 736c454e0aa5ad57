package dev.backplane.platform.dynamo;

import dev.backplane.platform.dynamo.Condition.Placeholders;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** A query for the items that share a partition key, in a table or one of its indexes. */
public final class ItemQuery {

    private final String table;
    private final Condition key;
    private Condition filter = Condition.NONE;
    private @Nullable String index;
    private @Nullable Integer limit;
    private @Nullable Map<String, AttributeValue> start;
    private boolean consistent;
    private boolean descending;

    private ItemQuery(String table, Condition key) {
        this.table = table;
        this.key = key;
    }

    /**
     * Starts a query.
     *
     * @param key requires a value of the partition key; may also restrict the sort key
     */
    public static ItemQuery of(String table, Condition key) {
        return new ItemQuery(table, key);
    }

    public ItemQuery index(String name) {
        this.index = name;
        return this;
    }

    /** Filters out items that do not meet a condition; they are still read and billed. */
    public ItemQuery filter(Condition condition) {
        this.filter = condition;
        return this;
    }

    /** Limits the number of items read, before the filter. */
    public ItemQuery limit(int items) {
        this.limit = items;
        return this;
    }

    /** Continues after a key; empty starts at the first item. */
    public ItemQuery after(Optional<Map<String, AttributeValue>> last) {
        this.start = last.orElse(null);
        return this;
    }

    public ItemQuery consistent(boolean strongly) {
        this.consistent = strongly;
        return this;
    }

    /** Reads in descending order of the sort key. */
    public ItemQuery descending() {
        this.descending = true;
        return this;
    }

    Consumer<QueryRequest.Builder> request() {
        Placeholders placeholders = new Placeholders();
        String keyText = key.in(placeholders);
        String filterText = filter.isNone() ? null : filter.in(placeholders);
        return query -> query.tableName(table)
                .indexName(index)
                .keyConditionExpression(keyText)
                .filterExpression(filterText)
                .expressionAttributeNames(placeholders.names())
                .expressionAttributeValues(placeholders.values())
                .scanIndexForward(descending ? false : null)
                .limit(limit)
                .consistentRead(consistent ? true : null)
                .exclusiveStartKey(start);
    }
}
