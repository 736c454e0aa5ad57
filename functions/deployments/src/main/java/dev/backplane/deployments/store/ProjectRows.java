package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.CREATE_DATE;
import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ALIAS;
import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ID;
import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.deployments.store.Attributes.SK;
import static dev.backplane.deployments.store.Attributes.STATUS;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.BranchName;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.deployments.ProjectName;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The entries of deployments in the table of projects. They are copies of the deployments' rows, written in the same
 * transactions; a condition on the deployment's row guards both.
 */
final class ProjectRows {

    static final String BRANCH_PK = "BranchPK";
    static final String STATUS_PK = "StatusPK";
    static final String BRANCH_STATUS_PK = "BranchStatusPK";

    private final String table;

    ProjectRows(String table) {
        this.table = table;
    }

    /** Writes the entry of a deployment, if it has a project. */
    void put(Transaction transaction, Deployment deployment) {
        deployment.origin().project().ifPresent(project -> transaction.put(table, toItem(project, deployment)));
    }

    /** Deletes the entry of a deployment, if it has a project. */
    void delete(Transaction transaction, Deployment deployment) {
        deployment
                .origin()
                .project()
                .ifPresent(project -> transaction.delete(table, key(project, DeploymentPosition.of(deployment))));
    }

    static Map<String, AttributeValue> key(ProjectName project, DeploymentPosition position) {
        return Values.key(partition(project), position.toString());
    }

    static String partition(ProjectName project) {
        return "P#" + project;
    }

    static String partition(ProjectName project, BranchName branch) {
        return partition(project) + "#B#" + branch;
    }

    static String partition(ProjectName project, DeploymentStatus status) {
        return partition(project) + "#S#" + status;
    }

    static String partition(ProjectName project, BranchName branch, DeploymentStatus status) {
        return partition(project, branch) + "#S#" + status;
    }

    static Item toItem(ProjectName project, Deployment deployment) {
        Optional<BranchName> branch = deployment.origin().branch();
        DeploymentStatus status = deployment.status();
        Item.Builder item = Item.builder()
                .text(PK, partition(project))
                .text(SK, DeploymentPosition.of(deployment).toString())
                .text(BRANCH_PK, branch.map(name -> partition(project, name)))
                .text(STATUS_PK, partition(project, status))
                .text(BRANCH_STATUS_PK, branch.map(name -> partition(project, name, status)))
                .number(Attributes.ITEM_VERSION, Attributes.SCHEMA)
                .text(DEPLOYMENT_ID, deployment.id().value())
                .text(CREATE_DATE, Times.format(deployment.createdAt()))
                .text(STATUS, status.name())
                .text(DEPLOYMENT_ALIAS, deployment.alias().map(AliasId::toString));
        return Attributes.origin(item, deployment.origin()).build();
    }

    /** Reads an entry, and checks that its position is the one that page cursors use. */
    static DeploymentSummary toSummary(ProjectName project, Item item) {
        DeploymentSummary deployment = new DeploymentSummary(
                DeploymentId.parse(item.text(DEPLOYMENT_ID)),
                Times.parse(item.text(CREATE_DATE)),
                DeploymentRows.status(item),
                item.findText(DEPLOYMENT_ALIAS).map(AliasId::parse),
                Attributes.origin(item, Optional.of(project)));
        String position = new DeploymentPosition(deployment.createdAt(), deployment.id()).toString();
        if (!item.text(SK).equals(position)) {
            throw new InvalidValueException("deployment at the wrong position of its project; expected " + position);
        }
        return deployment;
    }
}
