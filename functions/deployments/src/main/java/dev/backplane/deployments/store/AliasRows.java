package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.CREATE_DATE;
import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ALIAS;
import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ID;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasConfig;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.AliasVersion;
import dev.backplane.deployments.BasePath;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.Hostname;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The two rows of an alias, which are always written together. */
final class AliasRows {

    static final String HOSTNAME_REV = "HostnameRev";
    static final String BASE_PATH = "BasePath";
    static final String REVISION = "Revision";

    /** Whether the deployment is finished, so that the hot read need not ask its table. */
    static final String READY = "Ready";

    // The date too: an alias that was deleted and made again begins at the first revision again, and may be protected.
    private static final String AS_SEEN = "DeploymentId = :seen AND CreateDate = :date AND Revision = :revision";

    private final String table;

    AliasRows(String table) {
        this.table = table;
    }

    static Alias toAlias(Item route) {
        return new Alias(
                id(route),
                new DeploymentId(route.text(DEPLOYMENT_ID)),
                Times.parse(route.text(CREATE_DATE)),
                route.number(REVISION),
                route.flag(DEPLOYMENT_ALIAS),
                route.flag(READY));
    }

    static AliasSummary toSummary(Item route) {
        return new AliasSummary(
                id(route),
                new DeploymentId(route.text(DEPLOYMENT_ID)),
                Times.parse(route.text(CREATE_DATE)),
                route.flag(DEPLOYMENT_ALIAS));
    }

    static AliasConfig toConfig(Item row) {
        AliasVersion version = new AliasVersion(
                id(row),
                new DeploymentId(row.text(DEPLOYMENT_ID)),
                Times.parse(row.text(CREATE_DATE)),
                row.number(REVISION));
        return new AliasConfig(version, Attributes.config(row));
    }

    private static AliasId id(Item row) {
        return new AliasId(Hostname.ofReversed(row.text(HOSTNAME_REV)), new BasePath(row.text(BASE_PATH)));
    }

    /** Adds an alias that must not exist yet. */
    void create(Transaction transaction, Alias alias, SiteConfig config) {
        transaction.put(table, route(alias), put -> put.conditionExpression("attribute_not_exists(PK)"));
        transaction.put(table, config(alias, config), _ -> {});
    }

    /** Puts an alias in place of one that must still be as it was read. */
    void replace(Transaction transaction, Alias seen, Alias alias, SiteConfig config) {
        transaction.put(
                table, route(alias), put -> put.conditionExpression(AS_SEEN).expressionAttributeValues(asSeen(seen)));
        transaction.put(table, config(alias, config), _ -> {});
    }

    /** Removes an alias that must still be as it was read. */
    void remove(Transaction transaction, Alias seen) {
        AliasKey key = new AliasKey(seen.id());
        transaction.delete(
                table,
                key.route(),
                delete -> delete.conditionExpression(AS_SEEN).expressionAttributeValues(asSeen(seen)));
        transaction.delete(table, key.config(), _ -> {});
    }

    /** Removes a deployment's own alias. */
    void removeProtected(Transaction transaction, AliasId id, DeploymentId deployment) {
        AliasKey key = new AliasKey(id);
        transaction.delete(
                table,
                key.route(),
                delete -> delete.conditionExpression("attribute_not_exists(PK) OR DeploymentId = :deployment")
                        .expressionAttributeValues(Map.of(":deployment", Values.text(deployment.value()))));
        transaction.delete(table, key.config(), _ -> {});
    }

    /** Gives an alias of a deployment the deployment's readiness and configuration, if it differs. */
    void sync(Transaction transaction, AliasId id, Deployment deployment) {
        AliasKey key = new AliasKey(id);
        boolean ready = deployment.status().isServed();
        transaction.update(
                table,
                key.route(),
                update -> update.updateExpression("SET Ready = :ready ADD Revision :one")
                        .conditionExpression("DeploymentId = :deployment AND Ready <> :ready")
                        .expressionAttributeValues(Map.of(
                                ":ready", Values.flag(ready),
                                ":one", Values.number(1),
                                ":deployment", Values.text(deployment.id().value()))));
        Map<String, AttributeValue> values = new HashMap<>(Map.of(":one", Values.number(1)));
        StringBuilder set = new StringBuilder();
        Item config = Attributes.config(Item.builder(), deployment.config()).build();
        config.attributes().forEach((name, value) -> {
            set.append(set.isEmpty() ? "SET " : ", ")
                    .append(name)
                    .append(" = :")
                    .append(name);
            values.put(":" + name, value);
        });
        transaction.update(
                table,
                key.config(),
                update -> update.updateExpression(set + " ADD Revision :one")
                        .conditionExpression("attribute_exists(PK)")
                        .expressionAttributeValues(values));
    }

    private static Map<String, AttributeValue> asSeen(Alias seen) {
        return Map.of(
                ":seen", Values.text(seen.deployment().value()),
                ":date", Values.text(Times.format(seen.createDate())),
                ":revision", Values.number(seen.revision()));
    }

    private static Item route(Alias alias) {
        return row(alias, AliasKey.ROUTES, new AliasPosition(alias.createDate(), alias.id()).toString())
                .flag(DEPLOYMENT_ALIAS, alias.isProtected())
                .flag(READY, alias.isReady())
                .build();
    }

    private static Item config(Alias alias, SiteConfig config) {
        String position = new AliasPosition(alias.createDate(), alias.id()).ofConfig();
        return Attributes.config(row(alias, AliasKey.CONFIG, position), config).build();
    }

    private static Item.Builder row(Alias alias, String partition, String position) {
        return Item.builder()
                .text("PK", partition)
                .text("SK", new AliasKey(alias.id()).toString())
                .text(Attributes.GSI1PK, new DeploymentKey(alias.deployment()).sort())
                .text(Attributes.GSI1SK, position)
                .number(Attributes.ITEM_VERSION, Attributes.SCHEMA)
                .text(CREATE_DATE, Times.format(alias.createDate()))
                .text(DEPLOYMENT_ID, alias.deployment().value())
                .text(HOSTNAME_REV, alias.id().host().reversed())
                .text(BASE_PATH, alias.id().path().value())
                .number(REVISION, alias.revision());
    }
}
