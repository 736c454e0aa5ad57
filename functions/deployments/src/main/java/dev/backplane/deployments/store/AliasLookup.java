package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.BasePath;
import dev.backplane.deployments.Hostname;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the alias that serves a path of a host.
 *
 * <p>Every base path that holds a path is a prefix of it, so it sorts at or before it, and a longer one sorts after a
 * shorter one. Read backwards from the path, the first row that holds it is therefore the longest.
 */
final class AliasLookup {

    /** As many slim rows as the smallest unit of reading holds, so that rows in between cost nothing. */
    private static final int PAGE = 12;

    private final Dynamo dynamo;
    private final String table;

    AliasLookup(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    Optional<Alias> byHostname(Hostname host, String path, boolean consistent) {
        String high = possibleBase(path);
        while (true) {
            Rows rows = read(host, high, consistent);
            for (Item row : rows.items()) {
                Alias alias = AliasRows.toAlias(row);
                if (alias.id().path().holds(path)) {
                    return Optional.of(alias);
                }
            }
            if (rows.last().isEmpty()) {
                return Optional.empty();
            }
            // More rows lie between than one page holds. What may still hold the path is a prefix of the last row too.
            high = sharedBase(
                    path, AliasRows.toAlias(rows.items().getLast()).id().path());
        }
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

    /** Returns the longest run of whole segments that a path shares with a base path which does not hold it. */
    private static String sharedBase(String path, BasePath other) {
        String shared = path.substring(0, sharedLength(path, other.value()));
        int end = shared.length();
        while (end > 1 && !new BasePath(shared.substring(0, end)).holds(path)) {
            end = shared.lastIndexOf('/', end - 1);
        }
        return end <= 1 ? BasePath.ROOT.value() : shared.substring(0, end);
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
