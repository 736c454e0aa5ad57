package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;
import static dev.backplane.platform.dynamo.Condition.between;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasConfig;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.BasePath;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the alias of a host with the longest base path that contains a path, and its configuration.
 *
 * <p>Every base path that contains a path is a prefix of it, so it sorts at or before it, and a longer one sorts after a
 * shorter one. Read backwards from the path, the first row that contains it is therefore the longest. If other base
 * paths fill the page, the few remaining candidates are read by their keys: at most one Query and two BatchGetItem
 * calls.
 */
final class AliasLookup {

    /** As many route rows as fit into one read unit, so that a page costs no more than one row. */
    private static final int PAGE = 12;

    /** The maximum number of keys in one BatchGetItem call. */
    private static final int BATCH = 100;

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    AliasLookup(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /**
     * Returns the alias of exactly that host with the longest base path that contains a path. The keys decide which row
     * is read, so a damaged row is a fault only for its own paths.
     */
    Optional<Alias> getAliasByHostname(Hostname host, String path, boolean consistent) {
        Rows rows = read(host, path, consistent);
        for (Item row : rows.items()) {
            if (pathInKey(row).contains(path)) {
                Alias alias = AliasRows.toAlias(row);
                if (exists(alias)) {
                    return Optional.of(alias);
                }
            }
        }
        return rest(host, path, rows)
                .map(AliasRows::toAlias)
                .filter(this::exists)
                .findFirst();
    }

    /**
     * Returns all rows that are considered for a path, in that order: also those that do not contain it, and expired
     * ones. Damaged rows are left out.
     */
    List<Alias> candidates(Hostname host, String path) {
        Rows rows = read(host, path, true);
        return Stream.concat(rows.items().stream(), rest(host, path, rows))
                .flatMap(row -> row.read(AliasRows::toAlias).stream())
                // The last row of a page is read again if it contains the path and is expired.
                .distinct()
                .toList();
    }

    private boolean exists(Alias alias) {
        return !alias.isExpired(clock.instant());
    }

    private Rows read(Hostname host, String path, boolean consistent) {
        String prefix = host.reversed() + "#";
        return dynamo.query(ItemQuery.of(
                        table,
                        equal(PK, Values.text(AliasKey.ROUTES))
                                .and(between(
                                        SK,
                                        Values.text(prefix + BasePath.ROOT),
                                        Values.text(prefix + possibleBase(path)))))
                .descending()
                .limit(PAGE)
                .consistent(consistent));
    }

    /** Reads the rows after the page that contain the path, longest first; consistently, because this is rare. */
    private Stream<Item> rest(Hostname host, String path, Rows page) {
        if (page.last().isEmpty()) {
            return Stream.empty();
        }
        List<BasePath> bases = prefixes(path, pathInKey(page.items().getLast()));
        return Stream.iterate(0, from -> from < bases.size(), from -> from + BATCH)
                .map(from -> bases.subList(from, Math.min(from + BATCH, bases.size())))
                .flatMap(some -> dynamo
                        .getAll(
                                table,
                                some.stream()
                                        .map(base -> new AliasKey(new AliasId(host, base)).route())
                                        .toList())
                        .stream()
                        .sorted(Comparator.comparingInt(row -> -row.text(SK).length())));
    }

    private static BasePath pathInKey(Item row) {
        String key = row.text(SK);
        return new BasePath(key.substring(key.indexOf('#') + 1));
    }

    /** Cuts a path at the first character that a base path cannot contain. */
    private static String possibleBase(String path) {
        int most = Math.min(path.length(), BasePath.MAX_LENGTH);
        int end = 0;
        while (end < most && (path.charAt(end) == '/' || BasePath.isPlain(path.charAt(end)))) {
            end++;
        }
        return path.startsWith(BasePath.ROOT.value()) ? path.substring(0, end) : BasePath.ROOT.value();
    }

    /**
     * Returns the base paths that contain a path and sort before the last row of a page, longest first.
     *
     * <p>Such a base path is a prefix of the path, and of the last row too, because the row sorts between the two.
     */
    private static List<BasePath> prefixes(String path, BasePath last) {
        List<BasePath> prefixes = new ArrayList<>();
        int shared = sharedLength(path, last.value());
        for (int end = shared; end > 0; end = path.lastIndexOf('/', end - 1)) {
            BasePath base = new BasePath(path.substring(0, end));
            if (end > 1 && base.contains(path)) {
                prefixes.add(base);
            }
        }
        prefixes.add(BasePath.ROOT);
        return prefixes;
    }

    private static int sharedLength(String first, String second) {
        int most = Math.min(first.length(), second.length());
        int length = 0;
        while (length < most && first.charAt(length) == second.charAt(length)) {
            length++;
        }
        return length;
    }

    /** Returns the configuration that the alias serves, or that its split serves. */
    Optional<AliasConfig> getConfigNextJs(AliasId id, Variant variant, boolean consistent) {
        AliasKey key = new AliasKey(id);
        return dynamo.get(table, variant == Variant.NEW ? key.split() : key.config(), consistent)
                .map(AliasRows::toConfig);
    }
}
