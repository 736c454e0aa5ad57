package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.BasePath;
import dev.backplane.deployments.Hostname;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the alias that serves a path of a host.
 *
 * <p>Every base path that holds a path is a prefix of it, so it sorts at or before it, and a longer one sorts after a
 * shorter one. Read backwards from the path, the first row that holds it is therefore the longest. Where other base
 * paths fill the page, the few that may still hold the path are read by their keys: one Query and two BatchGetItem at
 * most.
 */
final class AliasLookup {

    /** As many slim rows as the smallest unit of reading holds, so that rows in between cost nothing. */
    private static final int PAGE = 12;

    /** How many keys DynamoDB takes in one BatchGetItem. */
    private static final int BATCH = 100;

    private final Dynamo dynamo;
    private final String table;

    AliasLookup(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    Optional<Alias> byHostname(Hostname host, String path, boolean consistent) {
        Rows rows = read(host, possibleBase(path), consistent);
        for (Item row : rows.items()) {
            Alias alias = AliasRows.toAlias(row);
            if (alias.id().path().holds(path)) {
                return Optional.of(alias);
            }
        }
        if (rows.last().isEmpty()) {
            return Optional.empty();
        }
        BasePath last = AliasRows.toAlias(rows.items().getLast()).id().path();
        return longestOf(host, candidates(path, last));
    }

    /** Reads candidates consistently, whatever was asked for: they are few, and this is rare. */
    private Optional<Alias> longestOf(Hostname host, List<BasePath> candidates) {
        for (int from = 0; from < candidates.size(); from += BATCH) {
            List<BasePath> some = candidates.subList(from, Math.min(from + BATCH, candidates.size()));
            Optional<Alias> longest = dynamo
                    .getAll(
                            table,
                            some.stream()
                                    .map(path -> new AliasKey(new AliasId(host, path)).route())
                                    .toList())
                    .stream()
                    .map(AliasRows::toAlias)
                    .max(Comparator.comparingInt(
                            alias -> alias.id().path().value().length()));
            if (longest.isPresent()) {
                return longest;
            }
        }
        return Optional.empty();
    }

    private Rows read(Hostname host, String high, boolean consistent) {
        String prefix = host.reversed() + "#";
        return dynamo.query(query -> query.tableName(table)
                .keyConditionExpression("PK = :pk AND SK BETWEEN :low AND :high")
                .expressionAttributeValues(Map.of(
                        ":pk", Values.text(AliasKey.ROUTES),
                        ":low", Values.text(prefix + BasePath.ROOT),
                        ":high", Values.text(prefix + high)))
                .scanIndexForward(false)
                .limit(PAGE)
                .consistentRead(consistent));
    }

    /** Cuts a path where no base path can go on. */
    private static String possibleBase(String path) {
        int most = Math.min(path.length(), BasePath.MAX_LENGTH);
        int end = 0;
        while (end < most && (path.charAt(end) == '/' || BasePath.isPlain(path.charAt(end)))) {
            end++;
        }
        return path.startsWith(BasePath.ROOT.value()) ? path.substring(0, end) : BasePath.ROOT.value();
    }

    /**
     * Returns the base paths that hold a path and sort before the last row of a page, longest first.
     *
     * <p>Such a base path is a prefix of the path, and of the last row too: whatever sorts between the two is.
     */
    private static List<BasePath> candidates(String path, BasePath last) {
        List<BasePath> candidates = new ArrayList<>();
        int shared = sharedLength(path, last.value());
        for (int end = shared; end > 0; end = path.lastIndexOf('/', end - 1)) {
            BasePath base = new BasePath(path.substring(0, end));
            if (end > 1 && base.holds(path)) {
                candidates.add(base);
            }
        }
        candidates.add(BasePath.ROOT);
        return candidates;
    }

    private static int sharedLength(String first, String second) {
        int most = Math.min(first.length(), second.length());
        int length = 0;
        while (length < most && first.charAt(length) == second.charAt(length)) {
            length++;
        }
        return length;
    }
}
