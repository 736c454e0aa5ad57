package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.AliasRequest;
import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.RollbackRequest;
import dev.backplane.deployments.SplitRequest;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.Cause;
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

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final AliasWriter writer;
    private final AliasLists lists;

    AliasStore(Dynamo dynamo, DeploymentsSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.aliasTable();
        this.clock = clock;
        this.writer = new AliasWriter(dynamo, settings, clock);
        this.lists = new AliasLists(dynamo, table, clock);
    }

    /** Points a new alias to a deployment, or an existing one if the request allows that. */
    public AliasOutcome createAlias(AliasRequest request, Cause cause) {
        return writer.point(request, cause);
    }

    /** Deletes an alias that does not belong to a deployment. */
    public AliasOutcome deleteAliasById(AliasId id, Cause cause) {
        return writer.delete(id, cause);
    }

    /** Points an alias to an earlier deployment of its history. */
    public AliasOutcome rollBack(RollbackRequest request, Cause cause) {
        return writer.rollBack(request, cause);
    }

    /** Locks an alias; a lock that exists is kept. */
    public AliasOutcome lock(AliasId id, Cause cause) {
        return writer.lock(id, cause);
    }

    public AliasOutcome unlock(AliasId id, Cause cause) {
        return writer.unlock(id, cause);
    }

    /** Sends a share of an alias's traffic to a second deployment. */
    public AliasOutcome split(SplitRequest request, Cause cause) {
        return writer.split(request, cause);
    }

    /** Ends the split of an alias, and points it to the deployment of a variant. */
    public AliasOutcome endSplit(AliasId id, Variant keep, Cause cause) {
        return writer.endSplit(id, keep, cause);
    }

    public Optional<Alias> getAliasById(AliasId id) {
        return dynamo.get(table, new AliasKey(id).route())
                .map(AliasRows::toAlias)
                .filter(this::exists);
    }

    private boolean exists(Alias alias) {
        return !alias.isExpired(clock.instant());
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
}
