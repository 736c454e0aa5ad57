package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.GSI1PK;
import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;
import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.beginsWith;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.greater;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Hostname;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Lists aliases. Damaged rows are skipped. A page reads about as many rows as it contains. */
final class AliasLists {

    /** The maximum number of keys in one BatchGetItem call. */
    private static final int BATCH = 100;

    /** The largest page of the index that is read after an empty one. An alias has two rows. */
    private static final int MAX_PAGE = 400;

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    AliasLists(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /** Lists the aliases of a deployment as their route rows are, because the index may lag and has no expiry. */
    Page<AliasSummary, AliasPosition> ofDeployment(DeploymentId id, int limit, Optional<AliasPosition> after) {
        return entries(id, limit, after, this::existing);
    }

    /** Lists the aliases that the index shows for a deployment, which may include former and expired ones. */
    Page<AliasSummary, AliasPosition> inIndex(DeploymentId id, int limit, Optional<AliasPosition> after) {
        return entries(id, limit, after, entries -> entries);
    }

    private Page<AliasSummary, AliasPosition> entries(
            DeploymentId id, int limit, Optional<AliasPosition> after, UnaryOperator<List<AliasSummary>> choice) {
        List<AliasSummary> found = new ArrayList<>();
        Optional<Map<String, AttributeValue>> start = after.map(position -> position.startKey(new DeploymentKey(id)));
        int size = 2 * (limit + 1);
        do {
            Rows rows = readIndex(id, size, start);
            List<AliasSummary> entries = rows.items().stream()
                    // The configuration row of an alias is in the index too, and would show the alias twice.
                    .filter(row -> !row.text(PK).equals(AliasKey.CONFIG))
                    .flatMap(row -> row.read(AliasRows::toIndexEntry).stream())
                    .toList();
            List<AliasSummary> chosen = choice.apply(entries);
            chosen.stream().limit((long) limit + 1 - found.size()).forEach(found::add);
            // Pages grow while they contain nothing, so that many expired aliases in a row take few calls.
            size = chosen.isEmpty() ? Math.max(size, Math.min(2 * size, MAX_PAGE)) : 2 * (limit + 1 - found.size());
            start = rows.last();
        } while (start.isPresent() && found.size() <= limit);
        return Page.of(found, limit, AliasRows::position);
    }

    private List<AliasSummary> existing(List<AliasSummary> entries) {
        Map<AliasId, Alias> aliases = new HashMap<>();
        for (int from = 0; from < entries.size(); from += BATCH) {
            List<Map<String, AttributeValue>> keys =
                    entries.subList(from, Math.min(from + BATCH, entries.size())).stream()
                            .map(entry -> new AliasKey(entry.id()).route())
                            .distinct()
                            .toList();
            dynamo.getAll(table, keys).stream()
                    .flatMap(row -> row.read(AliasRows::toAlias).stream())
                    .filter(alias -> !alias.isExpired(clock.instant()))
                    .forEach(alias -> aliases.put(alias.id(), alias));
        }
        return entries.stream()
                .filter(entry -> Optional.ofNullable(aliases.get(entry.id()))
                        .filter(alias -> alias.pointsTo(entry.deployment(), entry.variant()))
                        .isPresent())
                .toList();
    }

    private Rows readIndex(DeploymentId id, int limit, Optional<Map<String, AttributeValue>> start) {
        return dynamo.query(ItemQuery.of(table, equal(GSI1PK, Values.text(new DeploymentKey(id).sort())))
                .index(AliasStore.BY_DEPLOYMENT)
                .descending()
                .limit(limit)
                .after(start));
    }

    /** Reads the domain itself, then the names below it; other domains may sort between the two ranges. */
    Page<AliasSummary, AliasKey> ofDomain(Hostname domain, int limit, Optional<AliasKey> after) {
        String apex = domain.reversed() + "#";
        String below = domain.reversed() + ".";
        List<AliasSummary> found = new ArrayList<>();
        if (after.isEmpty() || after.get().toString().startsWith(apex)) {
            found.addAll(readRange(apex, limit + 1, after));
        }
        if (found.size() <= limit) {
            Optional<AliasKey> start = after.filter(key -> key.toString().startsWith(below));
            found.addAll(readRange(below, limit + 1 - found.size(), start));
        }
        return Page.of(found, limit, row -> new AliasKey(row.id()));
    }

    private List<AliasSummary> readRange(String prefix, int limit, Optional<AliasKey> after) {
        return dynamo.read(
                ItemQuery.of(table, equal(PK, Values.text(AliasKey.ROUTES)).and(beginsWith(SK, prefix)))
                        .filter(absent(Attributes.EXPIRY)
                                .or(greater(
                                        Attributes.EXPIRY,
                                        Values.number(clock.instant().getEpochSecond()))))
                        .after(after.map(AliasKey::route)),
                limit,
                AliasRows::toSummary);
    }
}
