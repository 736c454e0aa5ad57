package dev.backplane.tenants.store;

import static dev.backplane.platform.dynamo.Condition.between;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Values.text;
import static dev.backplane.tenants.store.Attributes.PK;
import static dev.backplane.tenants.store.Attributes.STATUS;
import static dev.backplane.tenants.store.Attributes.UPDATED_AT;
import static dev.backplane.tenants.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.Status;
import dev.backplane.tenants.TenantId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The tenants that an upgrade has to update, page by page.
 *
 * <p>Tenants whose update to the version failed before come last, in the order of their failures.
 */
public final class UpgradePages {

    private static final int PAGE = 500;

    private final Dynamo dynamo;
    private final String table;

    UpgradePages(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    /**
     * An upgrade.
     *
     * @param begun the time of its start; later failures are its own, and are not tried again
     */
    public record Scope(StackVersion version, Instant begun) {}

    /**
     * A position in the list of tenants.
     *
     * @param retrying whether this is the second pass, over the tenants that failed before
     * @param after the partition key of the last tenant that was read; empty at the beginning
     */
    public record Position(boolean retrying, Optional<String> after) {

        public static final Position FIRST = new Position(false, Optional.empty());
    }

    /**
     * The tenants of a page.
     *
     * @param next empty after the last page
     */
    public record Batch(List<TenantId> tenants, Optional<Position> next) {}

    /** A tenant's generation in a row, and when the row was written. */
    private record Entry(int generation, Instant updated) {}

    /** Reads the tenants from a position on; a page may have none. */
    public Batch read(Scope upgrade, Position position) {
        Rows rows = dynamo.query(TenantStore.inverted(table, TenantKey.METADATA)
                .limit(PAGE)
                .after(position.after().map(pk -> new TenantKey(pk, TenantKey.METADATA).attributes())));
        Map<TenantId, Integer> outdated = new LinkedHashMap<>();
        rows.items()
                .forEach(row -> row.read(item -> tenant(item, upgrade))
                        .flatMap(found -> found)
                        .ifPresent(id -> outdated.put(id, TenantRows.generation(row))));
        Optional<Position> next = rows.last()
                .map(Item::new)
                .map(last -> new Position(position.retrying(), Optional.of(last.text(PK))))
                .or(() -> position.retrying() ? Optional.empty() : Optional.of(new Position(true, Optional.empty())));
        return new Batch(outdated.isEmpty() ? List.of() : chosen(upgrade, position, outdated), next);
    }

    private static Optional<TenantId> tenant(Item row, Scope upgrade) {
        return row.text(VERSION).equals(upgrade.version().value())
                ? Optional.empty()
                : Optional.of(new TenantKey(row.text(PK), TenantKey.METADATA).tenant());
    }

    private List<TenantId> chosen(Scope upgrade, Position position, Map<TenantId, Integer> outdated) {
        Map<TenantId, Entry> failures = failures(upgrade.version(), List.copyOf(outdated.keySet()));
        failures.entrySet()
                .removeIf(failure ->
                        !Integer.valueOf(failure.getValue().generation()).equals(outdated.get(failure.getKey())));
        return position.retrying()
                ? failures.entrySet().stream()
                        .filter(failure -> failure.getValue().updated().isBefore(upgrade.begun()))
                        .sorted(Comparator.comparing(
                                failure -> failure.getValue().updated()))
                        .map(Map.Entry::getKey)
                        .toList()
                : outdated.keySet().stream()
                        .filter(id -> !failures.containsKey(id))
                        .toList();
    }

    private Map<TenantId, Entry> failures(StackVersion version, List<TenantId> sorted) {
        String sort = TenantKey.updateTo(version);
        Map<TenantId, Entry> failures = new HashMap<>();
        dynamo.forEach(
                TenantStore.inverted(table, sort, between(PK, key(sorted.getFirst()), key(sorted.getLast())))
                        .filter(equal(STATUS, text(Status.FAILURE.value()))),
                row -> row.read(UpgradePages::failure)
                        .ifPresent(found -> failures.put(found.getKey(), found.getValue())));
        return failures;
    }

    private static Map.Entry<TenantId, Entry> failure(Item row) {
        return Map.entry(
                new TenantKey(row.text(PK), TenantKey.METADATA).tenant(),
                new Entry(TenantRows.generation(row), Times.parseAnyForm(row.text(UPDATED_AT))));
    }

    private static AttributeValue key(TenantId id) {
        return text(TenantKey.partition(id));
    }
}
