package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasConfig;
import dev.backplane.deployments.AliasDeletion;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.Hostname;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.TableSpec;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The alias table. */
public final class AliasStore {

    public static final String BY_DEPLOYMENT = "DeploymentIdIndex";

    public static final TableSpec TABLE = new TableSpec(
            "AliasTable",
            TableSpec.Key.of("PK", "SK"),
            List.of(new TableSpec.Index(
                    BY_DEPLOYMENT,
                    TableSpec.Key.of(Attributes.GSI1PK, Attributes.GSI1SK),
                    Optional.of(List.of(
                            AliasRows.BASE_PATH,
                            Attributes.CREATE_DATE,
                            Attributes.DEPLOYMENT_ID,
                            Attributes.DEPLOYMENT_ALIAS,
                            AliasRows.HOSTNAME_REV)))),
            Optional.empty(),
            true,
            TableSpec.TableClass.STANDARD);

    private final Dynamo dynamo;
    private final String table;
    private final AliasWriter writer;
    private final AliasLists lists;
    private final AliasLookup lookup;

    AliasStore(Dynamo dynamo, DeploymentsSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.aliasTable();
        this.writer = new AliasWriter(dynamo, settings, clock);
        this.lists = new AliasLists(dynamo, table);
        this.lookup = new AliasLookup(dynamo, table);
    }

    /** Points an alias at a deployment: a new one, or one that exists where the request allows that. */
    public AliasOutcome createAlias(AliasRequest request) {
        return writer.point(request);
    }

    /** Removes an alias that does not belong to a deployment. */
    public AliasDeletion deleteAliasById(AliasId id) {
        return writer.delete(id);
    }

    /** Returns an alias as it stands. */
    public Optional<Alias> getAliasById(AliasId id) {
        return dynamo.get(get ->
                        get.tableName(table).key(new AliasKey(id).route()).consistentRead(true))
                .map(AliasRows::toAlias);
    }

    /** Returns the alias of exactly that host whose base path is the longest that holds the path. */
    public Optional<Alias> getAliasByHostname(Hostname host, String path, boolean consistent) {
        return lookup.byHostname(host, path, consistent);
    }

    /** Returns the configuration of an alias. */
    public Optional<AliasConfig> getConfigNextJs(AliasId id, boolean consistent) {
        return dynamo.get(get ->
                        get.tableName(table).key(new AliasKey(id).config()).consistentRead(consistent))
                .map(AliasRows::toConfig);
    }

    /** Lists the aliases of a deployment, newest first. */
    public Page<AliasSummary, AliasPosition> listAliasesForDeployment(
            DeploymentId deployment, int limit, Optional<AliasPosition> after) {
        return lists.ofDeployment(deployment, limit, after);
    }

    /** Lists the aliases of a domain and all names below it, in the order of their reversed host names. */
    public Page<AliasSummary, AliasKey> listAliasesForDomain(Hostname domain, int limit, Optional<AliasKey> after) {
        return lists.ofDomain(domain, limit, after);
    }
}
