package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.SK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.log.Invocation;
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantSummary;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The table of tenants, and the queries about single tenants and the list of tenants. */
public final class TenantStore {

    /** The index that lists tenants, and the updates of an upgrade. */
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

    /** Returns all rows of a tenant, read consistently. */
    public Tenant getTenant(TenantId id) {
        List<Item> rows = new ArrayList<>();
        dynamo.forEach(
                ItemQuery.of(table, Condition.equal(PK, Values.text(TenantKey.partition(id))))
                        .consistent(true),
                rows::add);
        return TenantRows.toTenant(id, rows, Times.now(clock));
    }

    /**
     * Lists tenants in every state by id, with one query for each kind of row that a tenant can have.
     *
     * <p>A page may have fewer items than its limit: a tenant with an unreadable row is logged and left out.
     */
    public Page<TenantSummary, TenantId> listTenants(int limit, Optional<TenantId> after) {
        Map<String, Item> metadata = rows(TenantKey.METADATA, limit, after);
        Map<String, Item> creations = rows(TenantKey.CREATE, limit, after);
        Map<String, Item> removals = rows(TenantKey.DELETE, limit, after);
        // Each query returned its first rows, so all rows of the first tenants are included.
        List<String> partitions = Stream.of(metadata, creations, removals)
                .flatMap(rows -> rows.keySet().stream())
                .sorted()
                .distinct()
                .limit(limit + 1L)
                .toList();
        Page<String, TenantId> page = Page.of(partitions, limit, TenantStore::tenantIn);
        return new Page<>(
                page.items().stream()
                        .flatMap(partition -> summary(
                                tenantIn(partition),
                                Optional.ofNullable(metadata.get(partition)),
                                Optional.ofNullable(creations.get(partition)),
                                Optional.ofNullable(removals.get(partition)))
                                .stream())
                        .toList(),
                page.next());
    }

    private static TenantId tenantIn(String partition) {
        return new TenantKey(partition, TenantKey.METADATA).tenant();
    }

    private Optional<TenantSummary> summary(
            TenantId id, Optional<Item> metadata, Optional<Item> creation, Optional<Item> removal) {
        Instant now = Times.now(clock);
        try {
            return Optional.of(TenantSummary.of(
                    id,
                    metadata.map(row -> TenantRows.toEntry(row, now)),
                    creation.map(row -> TenantRows.toEntry(row, now)),
                    removal.map(row -> TenantRows.toEntry(row, now))));
        } catch (RuntimeException e) {
            Invocation.survived(e);
            return Optional.empty();
        }
    }

    private Map<String, Item> rows(String sort, int limit, Optional<TenantId> after) {
        Map<String, Item> rows = new HashMap<>();
        dynamo.query(inverted(table, sort)
                        .limit(limit + 1)
                        .after(after.map(id -> new TenantKey(TenantKey.partition(id), sort).attributes())))
                .items()
                .forEach(row -> rows.put(row.text(PK), row));
        return rows;
    }

    /** Returns the query for all rows with a sort key, in the order of their partition keys. */
    static ItemQuery inverted(String table, String sort) {
        return ItemQuery.of(table, Condition.equal(SK, Values.text(sort))).index(INVERTED);
    }
}
