package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.GSI1PK;
import static dev.backplane.deployments.store.Attributes.GSI1SK;
import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;
import static dev.backplane.platform.dynamo.Condition.beginsWith;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Hostname;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Lists aliases. Damaged rows are skipped. A page reads about as many rows as it contains. */
final class AliasLists {

    private final Dynamo dynamo;
    private final String table;

    AliasLists(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    Page<AliasSummary, AliasPosition> ofDeployment(DeploymentId id, int limit, Optional<AliasPosition> after) {
        List<AliasSummary> found = new ArrayList<>();
        Optional<Map<String, AttributeValue>> start = after.map(position -> startKey(id, position));
        do {
            Rows rows = readIndex(id, 2 * (limit + 1 - found.size()), start);
            rows.items().stream()
                    // Both rows of an alias are in the index; only the route row says whether the alias is protected.
                    .filter(row -> row.text(PK).equals(AliasKey.ROUTES))
                    .flatMap(row -> row.read(AliasRows::toIndexEntry).stream())
                    .limit((long) limit + 1 - found.size())
                    .forEach(found::add);
            start = rows.last();
        } while (start.isPresent() && found.size() <= limit);
        return Page.of(found, limit, row -> new AliasPosition(row.createDate(), row.id()));
    }

    private Rows readIndex(DeploymentId id, int limit, Optional<Map<String, AttributeValue>> start) {
        return dynamo.query(ItemQuery.of(table, equal(GSI1PK, Values.text(new DeploymentKey(id).sort())))
                .index(AliasStore.BY_DEPLOYMENT)
                .descending()
                .limit(limit)
                .after(start));
    }

    private static Map<String, AttributeValue> startKey(DeploymentId id, AliasPosition position) {
        Map<String, AttributeValue> start = new HashMap<>(new AliasKey(position.alias()).route());
        start.put(GSI1PK, Values.text(new DeploymentKey(id).sort()));
        start.put(GSI1SK, Values.text(position.toString()));
        return start;
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
                        .after(after.map(AliasKey::route)),
                limit,
                AliasRows::toSummary);
    }
}
