package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.deployments.BranchName;
import dev.backplane.deployments.DeploymentFilter;
import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.ProjectName;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.TableSpec;
import dev.backplane.platform.dynamo.Values;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The table of projects: the deployments of each, by date, branch and status.
 *
 * <p>A table of its own has all its indexes from the start. CloudFormation adds only one index to an existing table in
 * one update.
 */
public final class ProjectStore {

    public static final String BY_BRANCH = "BranchIndex";
    public static final String BY_STATUS = "StatusIndex";
    public static final String BY_BRANCH_AND_STATUS = "BranchStatusIndex";

    private static final List<String> SHOWN = List.of(
            Attributes.BRANCH,
            Attributes.COMMIT,
            Attributes.CREATE_DATE,
            Attributes.DEPLOYMENT_ALIAS,
            Attributes.DEPLOYMENT_ID,
            Attributes.MESSAGE,
            Attributes.STATUS);

    public static final TableSpec TABLE = new TableSpec(
            "ProjectTable",
            TableSpec.Key.of(PK, SK),
            List.of(
                    index(BY_BRANCH, ProjectRows.BRANCH_PK),
                    index(BY_STATUS, ProjectRows.STATUS_PK),
                    index(BY_BRANCH_AND_STATUS, ProjectRows.BRANCH_STATUS_PK)),
            Optional.empty(),
            false,
            TableSpec.TableClass.STANDARD);

    private final Dynamo dynamo;
    private final String table;

    ProjectStore(Dynamo dynamo, DeploymentsSettings settings) {
        this.dynamo = dynamo;
        this.table = settings.projectTable();
    }

    private static TableSpec.Index index(String name, String partition) {
        return new TableSpec.Index(name, TableSpec.Key.of(partition, SK), Optional.of(SHOWN));
    }

    /** The partition of the table or of an index that contains the deployments that a filter selects. */
    private record Partition(Optional<String> index, String attribute, String key) {

        static Partition of(DeploymentFilter filter) {
            ProjectName project = filter.project();
            if (filter.branch().isEmpty()) {
                return filter.status()
                        .map(status -> new Partition(
                                Optional.of(BY_STATUS), ProjectRows.STATUS_PK, ProjectRows.partition(project, status)))
                        .orElseGet(() -> new Partition(Optional.empty(), PK, ProjectRows.partition(project)));
            }
            BranchName branch = filter.branch().get();
            return filter.status()
                    .map(status -> new Partition(
                            Optional.of(BY_BRANCH_AND_STATUS),
                            ProjectRows.BRANCH_STATUS_PK,
                            ProjectRows.partition(project, branch, status)))
                    .orElseGet(() -> new Partition(
                            Optional.of(BY_BRANCH), ProjectRows.BRANCH_PK, ProjectRows.partition(project, branch)));
        }

        ItemQuery query(String table) {
            ItemQuery query =
                    ItemQuery.of(table, equal(attribute, Values.text(key))).descending();
            return index.map(query::index).orElse(query);
        }

        Map<String, AttributeValue> startKey(ProjectName project, DeploymentPosition position) {
            Map<String, AttributeValue> start = new HashMap<>(ProjectRows.key(project, position));
            start.put(attribute, Values.text(key));
            return start;
        }
    }

    /** Lists deployments of a project, newest first; a damaged row is logged and left out. */
    public Page<DeploymentSummary, DeploymentPosition> listDeployments(
            DeploymentFilter filter, int limit, Optional<DeploymentPosition> after) {
        Partition partition = Partition.of(filter);
        List<DeploymentSummary> rows = dynamo.read(
                partition.query(table).after(after.map(position -> partition.startKey(filter.project(), position))),
                limit + 1,
                item -> ProjectRows.toSummary(filter.project(), item));
        return Page.of(rows, limit, row -> new DeploymentPosition(row.createdAt(), row.id()));
    }
}
