package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.CREATE_DATE;
import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ALIAS;
import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ID;
import static dev.backplane.deployments.store.Attributes.STATUS;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentStatus;
import dev.backplane.deployments.DeploymentSummary;
import dev.backplane.deployments.Template;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import java.util.Map;

/** The rows of the deployment table: what they hold, and their part in the transactions of aliases. */
final class DeploymentRows {

    static final String STACK = "CFStack";
    static final String TEMPLATE = "DeploymentTemplate";

    /** How many custom aliases point to the deployment; only its transactions with aliases change it. */
    static final String ALIAS_COUNT = "AliasCount";

    /** Which write inserted the row. */
    static final String WRITE_MARK = "WriteMark";

    static final Map<String, String> STATUS_NAME = Map.of("#status", STATUS);

    private final String table;

    DeploymentRows(String table) {
        this.table = table;
    }

    static Item toItem(Deployment deployment, String writeMark) {
        Item.Builder item = Item.builder()
                .text("PK", DeploymentKey.PARTITION)
                .text("SK", new DeploymentKey(deployment.id()).sort())
                .text(Attributes.GSI1SK, new DeploymentPosition(deployment.createDate(), deployment.id()).toString())
                .number(Attributes.ITEM_VERSION, Attributes.SCHEMA)
                .text(DEPLOYMENT_ID, deployment.id().value())
                .text(CREATE_DATE, Times.format(deployment.createDate()))
                .text(STATUS, deployment.status().name())
                .text(TEMPLATE, deployment.template().name())
                .number(ALIAS_COUNT, deployment.aliasCount())
                .text(WRITE_MARK, writeMark)
                .text(STACK, deployment.stack())
                .text(DEPLOYMENT_ALIAS, deployment.alias().map(AliasId::toString));
        return Attributes.config(item, deployment.config()).build();
    }

    static Deployment toDeployment(Item item) {
        return new Deployment(
                new DeploymentId(item.text(DEPLOYMENT_ID)),
                Times.parse(item.text(CREATE_DATE)),
                DeploymentStatus.valueOf(item.text(STATUS)),
                Template.valueOf(item.text(TEMPLATE)),
                item.findText(STACK),
                item.findText(DEPLOYMENT_ALIAS).map(AliasId::parse),
                Attributes.config(item),
                item.number(ALIAS_COUNT));
    }

    static DeploymentSummary toSummary(Item item) {
        return new DeploymentSummary(
                new DeploymentId(item.text(DEPLOYMENT_ID)),
                Times.parse(item.text(CREATE_DATE)),
                DeploymentStatus.valueOf(item.text(STATUS)),
                item.findText(DEPLOYMENT_ALIAS).map(AliasId::parse));
    }

    /** Adds one more alias to a deployment that is still as it was read. */
    void attach(Transaction transaction, Deployment seen) {
        transaction.update(
                table,
                new DeploymentKey(seen.id()).attributes(),
                update -> update.updateExpression("ADD AliasCount :one")
                        .conditionExpression("#status = :seen")
                        .expressionAttributeNames(STATUS_NAME)
                        .expressionAttributeValues(Map.of(
                                ":one",
                                Values.number(1),
                                ":seen",
                                Values.text(seen.status().name()))));
    }

    /** Takes one alias from a deployment. */
    void detach(Transaction transaction, DeploymentId id) {
        transaction.update(
                table,
                new DeploymentKey(id).attributes(),
                update -> update.updateExpression("ADD AliasCount :minusOne")
                        .conditionExpression("AliasCount > :zero")
                        .expressionAttributeValues(Map.of(":minusOne", Values.number(-1), ":zero", Values.number(0))));
    }

    /** Makes a transaction depend on a deployment's state. */
    void requireStatus(Transaction transaction, DeploymentId id, DeploymentStatus status) {
        transaction.check(
                table,
                new DeploymentKey(id).attributes(),
                check -> check.conditionExpression("#status = :seen")
                        .expressionAttributeNames(STATUS_NAME)
                        .expressionAttributeValues(Map.of(":seen", Values.text(status.name()))));
    }
}
