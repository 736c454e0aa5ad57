package dev.backplane.deployments.store;

import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Hostname;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The lists of aliases; a page reads about what it holds. */
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
                    // Both rows of an alias are in the index; the configuration has no word of the protection.
                    .filter(row -> row.text("PK").equals(AliasKey.ROUTES))
                    .map(AliasRows::toSummary)
                    .limit((long) limit + 1 - found.size())
                    .forEach(found::add);
            start = rows.last();
        } while (start.isPresent() && found.size() <= limit);
        return Page.of(found, limit, row -> new AliasPosition(row.createDate(), row.id()));
    }

    private Rows readIndex(DeploymentId id, int limit, Optional<Map<String, AttributeValue>> start) {
        return dynamo.query(query -> query.tableName(table)
                .indexName(AliasStore.BY_DEPLOYMENT)
                .keyConditionExpression("GSI1PK = :deployment")
                .expressionAttributeValues(Map.of(":deployment", Values.text(new DeploymentKey(id).sort())))
                .scanIndexForward(false)
                .limit(limit)
                .exclusiveStartKey(start.orElse(null)));
    }

    private static Map<String, AttributeValue> startKey(DeploymentId id, AliasPosition position) {
        return Map.of(
                "PK",
                Values.text(AliasKey.ROUTES),
                "SK",
                Values.text(new AliasKey(position.alias()).toString()),
                Attributes.GSI1PK,
                Values.text(new DeploymentKey(id).sort()),
                Attributes.GSI1SK,
                Values.text(position.toString()));
    }

    /** The domain itself comes first; the names below it do not follow at once, since other domains sort between. */
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
        return dynamo
                .query(query -> query.tableName(table)
                        .keyConditionExpression("PK = :pk AND begins_with(SK, :prefix)")
                        .expressionAttributeValues(
                                Map.of(":pk", Values.text(AliasKey.ROUTES), ":prefix", Values.text(prefix)))
                        .limit(limit)
                        .exclusiveStartKey(after.map(AliasKey::route).orElse(null)))
                .items()
                .stream()
                .map(AliasRows::toSummary)
                .toList();
    }
}
