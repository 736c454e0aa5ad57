package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;
import static dev.backplane.platform.dynamo.Condition.between;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasConfig;
import dev.backplane.deployments.AliasDeletion;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.BasePath;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.Hostname;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The alias table. */
public final class AliasStore {

    public static final String BY_DEPLOYMENT = "DeploymentIdIndex";

    public static final TableSpec TABLE = new TableSpec(
            "AliasTable",
            TableSpec.Key.of(PK, SK),
            List.of(new TableSpec.Index(
                    BY_DEPLOYMENT,
                    TableSpec.Key.of(Attributes.GSI1PK, Attributes.GSI1SK),
                    Optional.of(List.of(
                            AliasRows.BASE_PATH,
                            Attributes.CREATE_DATE,
                            Attributes.DEPLOYMENT_ID,
                            Attributes.DEPLOYMENT_ALIAS,
                            AliasRows.HOSTNAME_REV)))),
            Optional.of(Attributes.EXPIRY),
            true,
            TableSpec.TableClass.STANDARD);

    /** As many route rows as fit into one read unit, so that a page costs no more than one row. */
    private static final int LOOKUP_PAGE = 12;

    /** The maximum number of keys in one BatchGetItem call. */
    private static final int LOOKUP_BATCH = 100;

    private final Dynamo dynamo;
    private final String table;
    private final AliasWriter writer;
    private final AliasLists lists;

    AliasStore(Dynamo dynamo, DeploymentsSettings settings, Clock clock, Ids ids) {
        this.dynamo = dynamo;
        this.table = settings.aliasTable();
        this.writer = new AliasWriter(dynamo, settings, clock, new Tombstones(clock, ids));
        this.lists = new AliasLists(dynamo, table);
    }

    /** Points a new alias to a deployment, or an existing one if the request allows that. */
    public AliasOutcome createAlias(AliasRequest request, Cause cause) {
        return writer.point(request, cause);
    }

    /** Deletes an alias that does not belong to a deployment. */
    public AliasDeletion deleteAliasById(AliasId id, Cause cause) {
        return writer.delete(id, cause);
    }

    public Optional<Alias> getAliasById(AliasId id) {
        return dynamo.get(table, new AliasKey(id).route()).map(AliasRows::toAlias);
    }

    public Optional<AliasConfig> getConfigNextJs(AliasId id, boolean consistent) {
        return dynamo.get(table, new AliasKey(id).config(), consistent).map(AliasRows::toConfig);
    }

    /** Lists the aliases of a deployment, newest first. */
    public Page<AliasSummary, AliasPosition> listAliasesForDeployment(
            DeploymentId deployment, int limit, Optional<AliasPosition> after) {
        return lists.ofDeployment(deployment, limit, after);
    }

    /** Lists the aliases of a domain and of all names below it, by reversed host name. */
    public Page<AliasSummary, AliasKey> listAliasesForDomain(Hostname domain, int limit, Optional<AliasKey> after) {
        return lists.ofDomain(domain, limit, after);
    }

    /**
     * Returns the alias of exactly that host with the longest base path that contains a path.
     *
     * <p>Every base path that contains a path is a prefix of it, so it sorts at or before it, and a longer one sorts
     * after a shorter one. Read backwards from the path, the first row that contains it is therefore the longest. If
     * other base paths fill the page, the few remaining candidates are read by their keys: at most one Query and two
     * BatchGetItem calls.
     *
     * <p>The keys decide which row is read, so a damaged row is a fault only for the paths that it serves.
     */
    public Optional<Alias> getAliasByHostname(Hostname host, String path, boolean consistent) {
        Rows rows = read(host, possibleBase(path), consistent);
        for (Item row : rows.items()) {
            if (pathInKey(row).contains(path)) {
                return Optional.of(AliasRows.toAlias(row));
            }
        }
        if (rows.last().isEmpty()) {
            return Optional.empty();
        }
        return longestOf(host, candidates(path, pathInKey(rows.items().getLast())));
    }

    /** Reads candidates, always consistently: they are few, and this is rare. */
    private Optional<Alias> longestOf(Hostname host, List<BasePath> candidates) {
        for (int from = 0; from < candidates.size(); from += LOOKUP_BATCH) {
            List<BasePath> some = candidates.subList(from, Math.min(from + LOOKUP_BATCH, candidates.size()));
            Optional<Alias> longest = dynamo
                    .getAll(
                            table,
                            some.stream()
                                    .map(path -> new AliasKey(new AliasId(host, path)).route())
                                    .toList())
                    .stream()
                    .max(Comparator.comparingInt(row -> row.text(SK).length()))
                    .map(AliasRows::toAlias);
            if (longest.isPresent()) {
                return longest;
            }
        }
        return Optional.empty();
    }

    private static BasePath pathInKey(Item row) {
        String key = row.text(SK);
        return new BasePath(key.substring(key.indexOf('#') + 1));
    }

    private Rows read(Hostname host, String high, boolean consistent) {
        String prefix = host.reversed() + "#";
        return dynamo.query(ItemQuery.of(
                        table,
                        equal(PK, Values.text(AliasKey.ROUTES))
                                .and(between(SK, Values.text(prefix + BasePath.ROOT), Values.text(prefix + high))))
                .descending()
                .limit(LOOKUP_PAGE)
                .consistent(consistent));
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
    private static List<BasePath> candidates(String path, BasePath last) {
        List<BasePath> candidates = new ArrayList<>();
        int shared = sharedLength(path, last.value());
        for (int end = shared; end > 0; end = path.lastIndexOf('/', end - 1)) {
            BasePath base = new BasePath(path.substring(0, end));
            if (end > 1 && base.contains(path)) {
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
