package dev.backplane.tenants.store;

import static dev.backplane.tenants.store.Attributes.CREATED_AT;
import static dev.backplane.tenants.store.Attributes.EXPIRES_AT;
import static dev.backplane.tenants.store.Attributes.GENERATION;
import static dev.backplane.tenants.store.Attributes.NAME;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.SK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.STATUS_AT;
import static dev.backplane.tenants.store.Attributes.TIER;
import static dev.backplane.tenants.store.Attributes.TIER_KEY;
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
import dev.backplane.tenants.Tenant;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.TenantSummary;
import dev.backplane.tenants.TenantSummary.Entry;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The table of tenants, and the queries about single tenants and the list of tenants. */
public final class TenantStore {

    /** The index that lists tenants, and the updates of an upgrade. */
    public static final String INVERTED = "inverted";

    /** The index that lists profiles by status and tier. */
    public static final String BY_STATUS = "by_status";

    public static final TableSpec TABLE = new TableSpec(
            "TenantTable",
            TableSpec.Key.of(PK, SK),
            List.of(
                    new TableSpec.Index(
                            INVERTED,
                            TableSpec.Key.of(SK, PK),
                            Optional.of(List.of(VERSION, STATUS, CREATED_AT, UPDATED_AT, GENERATION))),
                    new TableSpec.Index(
                            BY_STATUS,
                            TableSpec.Key.of(STATUS, TIER_KEY),
                            Optional.of(List.of(NAME, TIER, VERSION, GENERATION, CREATED_AT, UPDATED_AT, STATUS_AT)))),
            Optional.of(EXPIRES_AT),
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
     * <p>A page may have fewer items than its limit: a tenant with a damaged row is logged and left out.
     */
    public Page<TenantSummary, TenantId> listTenants(int limit, Optional<TenantId> after) {
        Instant now = Times.now(clock);
        List<TenantId> profiles = profiles(limit, after);
        Map<TenantId, Optional<Entry>> metadata = rows(TenantKey.METADATA, limit, after, now);
        Map<TenantId, Optional<Entry>> creations = rows(TenantKey.CREATE, limit, after, now);
        Map<TenantId, Optional<Entry>> removals = rows(TenantKey.DELETE, limit, after, now);
        // Each query returned its first rows, so all rows of the first tenants are included.
        List<TenantId> ids = Stream.concat(
                        profiles.stream(),
                        Stream.of(metadata, creations, removals).flatMap(rows -> rows.keySet().stream()))
                .sorted(Comparator.comparing(TenantId::value))
                .distinct()
                .limit(limit + 1L)
                .toList();
        Page<TenantId, TenantId> page = Page.of(ids, limit, Function.identity());
        Map<TenantId, TenantSummary> known =
                summaries(page.items().stream().filter(profiles::contains).toList(), now);
        List<TenantSummary> tenants = page.items().stream()
                .filter(id -> known.containsKey(id) || !profiles.contains(id))
                .filter(id -> Stream.of(metadata, creations, removals)
                        .allMatch(
                                rows -> !rows.containsKey(id) || find(rows, id).isPresent()))
                .map(id -> Optional.ofNullable(known.get(id))
                        .orElseGet(() ->
                                TenantSummary.of(id, find(metadata, id), find(creations, id), find(removals, id))))
                .toList();
        return new Page<>(tenants, page.next());
    }

    private List<TenantId> profiles(int limit, Optional<TenantId> after) {
        ItemQuery query = inverted(table, TenantKey.PROFILE)
                .after(after.map(id -> TenantKey.profile(id).attributes()));
        return dynamo.read(query, limit + 1, row -> new TenantKey(row.text(PK), TenantKey.PROFILE).tenant());
    }

    /** Reads profiles, because the index of all rows does not contain names and tiers. */
    private Map<TenantId, TenantSummary> summaries(List<TenantId> ids, Instant now) {
        Map<TenantId, TenantSummary> summaries = new HashMap<>();
        if (!ids.isEmpty()) {
            dynamo.getAll(
                            table,
                            ids.stream()
                                    .map(id -> TenantKey.profile(id).attributes())
                                    .toList())
                    .forEach(row -> row.read(item -> ProfileRows.toSummary(item, now))
                            .ifPresent(tenant -> summaries.put(tenant.id(), tenant)));
        }
        return summaries;
    }

    private static Optional<Entry> find(Map<TenantId, Optional<Entry>> rows, TenantId id) {
        return rows.getOrDefault(id, Optional.empty());
    }

    /** Reads the first rows of a kind by tenant; a tenant with a damaged row has an empty value. */
    private Map<TenantId, Optional<Entry>> rows(String sort, int limit, Optional<TenantId> after, Instant now) {
        ItemQuery query =
                inverted(table, sort).after(after.map(id -> new TenantKey(TenantKey.partition(id), sort).attributes()));
        Map<TenantId, Optional<Entry>> rows = new HashMap<>();
        dynamo.read(query, limit + 1, row -> Map.entry(new TenantKey(row.text(PK), sort).tenant(), row))
                .forEach(found -> rows.put(found.getKey(), found.getValue().read(row -> TenantRows.toEntry(row, now))));
        return rows;
    }

    /** Returns the query for all rows with a sort key, in the order of their partition keys. */
    static ItemQuery inverted(String table, String sort) {
        return inverted(table, sort, Condition.NONE);
    }

    /** Does the same for a range of partition keys. */
    static ItemQuery inverted(String table, String sort, Condition partitions) {
        return ItemQuery.of(table, Condition.equal(SK, Values.text(sort)).and(partitions))
                .index(INVERTED);
    }
}
