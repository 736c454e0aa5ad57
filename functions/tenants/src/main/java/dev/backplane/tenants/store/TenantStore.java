package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.SK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantSummary;
import dev.backplane.tenants.TenantSummary.Entry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The table of tenants, and what is asked of it about them. */
public final class TenantStore {

    /** The index that lists tenants, and the tenants of an upgrade. */
    public static final String INVERTED = "inverted";

    public static final TableSpec TABLE = new TableSpec(
            "TenantTable",
            TableSpec.Key.of(PK, SK),
            List.of(new TableSpec.Index(
                    INVERTED,
                    TableSpec.Key.of(SK, PK),
                    Optional.of(List.of(VERSION, STATUS, CREATED_AT, UPDATED_AT, GENERATION)))),
            Optional.empty(),
            false,
            TableSpec.TableClass.STANDARD);

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    TenantStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /** Returns all that is known of a tenant, as it is now, by one consistent query. */
    public Tenant getTenant(TenantId id) {
        List<Item> rows = new ArrayList<>();
        Optional<Map<String, AttributeValue>> start = Optional.empty();
        do {
            Map<String, AttributeValue> from = start.orElse(null);
            Rows read = dynamo.query(query -> query.tableName(table)
                    .keyConditionExpression("pk = :tenant")
                    .expressionAttributeValues(Map.of(":tenant", Values.text(TenantKey.partition(id))))
                    .consistentRead(true)
                    .exclusiveStartKey(from));
            rows.addAll(read.items());
            start = read.last();
        } while (start.isPresent());
        return TenantRows.toTenant(id, rows, Times.now(clock));
    }

    /** Lists the tenants by their ids, whatever their state: one query for each kind of row that a tenant can have. */
    public Page<TenantSummary, TenantId> listTenants(int limit, Optional<TenantId> after) {
        Map<String, Entry> metadata = entries(TenantKey.METADATA, limit, after);
        Map<String, Entry> creations = entries(TenantKey.CREATE, limit, after);
        Map<String, Entry> removals = entries(TenantKey.DELETE, limit, after);
        // Each query returned its first entries, so the first tenants of all of them have all their rows here.
        List<TenantSummary> tenants = Stream.of(metadata, creations, removals)
                .flatMap(rows -> rows.keySet().stream())
                .sorted()
                .distinct()
                .limit(limit + 1L)
                .map(partition -> TenantSummary.of(
                        new TenantKey(partition, TenantKey.METADATA).tenant(),
                        Optional.ofNullable(metadata.get(partition)),
                        Optional.ofNullable(creations.get(partition)),
                        Optional.ofNullable(removals.get(partition))))
                .toList();
        return Page.of(tenants, limit, TenantSummary::id);
    }

    private Map<String, Entry> entries(String sort, int limit, Optional<TenantId> after) {
        Instant now = Times.now(clock);
        Map<String, Entry> entries = new HashMap<>();
        dynamo.query(query -> query.tableName(table)
                        .indexName(INVERTED)
                        .keyConditionExpression("sk = :sort")
                        .expressionAttributeValues(Map.of(":sort", Values.text(sort)))
                        .limit(limit + 1)
                        .exclusiveStartKey(after.map(id -> Attributes.key(TenantKey.partition(id), sort))
                                .orElse(null)))
                .items()
                .forEach(row -> entries.put(row.text(PK), TenantRows.toEntry(row, now)));
        return entries;
    }
}
