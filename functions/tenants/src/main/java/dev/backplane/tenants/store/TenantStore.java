package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.SK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    TenantStore(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
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
        return TenantRows.toTenant(id, rows);
    }

    /** Lists the tenants that have queues, by their ids. */
    public Page<TenantSummary, TenantId> listTenants(int limit, Optional<TenantId> after) {
        Rows rows = dynamo.query(query -> query.tableName(table)
                .indexName(INVERTED)
                .keyConditionExpression("sk = :metadata")
                .expressionAttributeValues(Map.of(":metadata", Values.text(TenantKey.METADATA)))
                .limit(limit + 1)
                .exclusiveStartKey(
                        after.map(id -> TenantKey.metadata(id).attributes()).orElse(null)));
        return Page.of(rows.items().stream().map(TenantRows::toSummary).toList(), limit, TenantSummary::id);
    }
}
