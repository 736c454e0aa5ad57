package dev.backplane.deployments.store;

import static dev.backplane.deployments.store.Attributes.CREATE_DATE;
import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ALIAS;
import static dev.backplane.deployments.store.Attributes.DEPLOYMENT_ID;
import static dev.backplane.deployments.store.Attributes.PK;
import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.greater;
import static dev.backplane.platform.dynamo.Condition.notEqual;

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
import dev.backplane.platform.Cause;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The route row and the configuration row of an alias, which are always written together. */
final class AliasRows {

    static final String HOSTNAME_REV = "HostnameRev";
    static final String BASE_PATH = "BasePath";
    static final String REVISION = "Revision";

    /** Whether the deployment is finished, so that resolving the alias does not require reading the deployment. */
    static final String READY = "Ready";

    private final String table;

    AliasRows(String table) {
        this.table = table;
    }

    static Alias toAlias(Item route) {
        return new Alias(
                id(route),
                DeploymentId.parse(route.text(DEPLOYMENT_ID)),
                Times.parse(route.text(CREATE_DATE)),
                route.number(REVISION),
                route.flag(DEPLOYMENT_ALIAS),
                route.flag(READY));
    }

    static AliasSummary toSummary(Item route) {
        return new AliasSummary(
                id(route),
                DeploymentId.parse(route.text(DEPLOYMENT_ID)),
                Times.parse(route.text(CREATE_DATE)),
                route.flag(DEPLOYMENT_ALIAS));
    }

    /** Reads a route row from the index, and checks that its position is the one that page cursors use. */
    static AliasSummary toIndexEntry(Item route) {
        AliasSummary alias = toSummary(route);
        String position = new AliasPosition(alias.createDate(), alias.id()).toString();
        if (!route.text(Attributes.GSI1SK).equals(position)) {
            throw new InvalidValueException("alias at the wrong index position; expected " + position);
        }
        return alias;
    }

    static AliasConfig toConfig(Item row) {
        AliasVersion version = new AliasVersion(
                id(row),
                DeploymentId.parse(row.text(DEPLOYMENT_ID)),
                Times.parse(row.text(CREATE_DATE)),
                row.number(REVISION));
        return new AliasConfig(version, Attributes.config(row));
    }

    private static AliasId id(Item row) {
        AliasId id = new AliasId(Hostname.ofReversed(row.text(HOSTNAME_REV)), new BasePath(row.text(BASE_PATH)));
        if (!AliasKey.parse(row.text(Attributes.SK)).id().equals(id)) {
            throw new InvalidValueException("alias " + id + " under the key of another alias");
        }
        return id;
    }

    /** Adds an alias that must not exist yet, and returns the action of its route row. */
    Action create(Transaction transaction, Alias alias, SiteConfig config, Cause cause) {
        return put(transaction, route(alias, cause), absent(PK), config(alias, config));
    }

    /** Replaces an alias that must still be as it was read, and returns the action of its route row. */
    Action replace(Transaction transaction, Alias seen, Alias alias, SiteConfig config, Cause cause) {
        return put(transaction, route(alias, cause), unchanged(seen), config(alias, config));
    }

    private Action put(Transaction transaction, Item route, Condition condition, Item config) {
        Action action = transaction.put(table, route, condition);
        transaction.put(table, config);
        return action;
    }

    /** Deletes an alias that must still be as it was read. */
    void remove(Transaction transaction, Alias seen) {
        delete(transaction, seen.id(), unchanged(seen));
    }

    /** Deletes the alias that belongs to a deployment, if it exists. */
    void removeProtected(Transaction transaction, AliasId id, DeploymentId deployment) {
        delete(transaction, id, absent(PK).or(equal(DEPLOYMENT_ID, Values.text(deployment.value()))));
    }

    private void delete(Transaction transaction, AliasId id, Condition condition) {
        AliasKey key = new AliasKey(id);
        transaction.delete(table, key.route(), condition);
        transaction.delete(table, key.config());
    }

    // The revision alone is not enough: an alias that was deleted and created again restarts at the first revision, and
    // may be protected.
    private static Condition unchanged(Alias seen) {
        return all(
                equal(DEPLOYMENT_ID, Values.text(seen.deployment().value())),
                equal(CREATE_DATE, Values.text(Times.format(seen.createDate()))),
                equal(REVISION, Values.number(seen.revision())));
    }

    /** The two actions that update an alias. */
    record Update(AliasId alias, Action route, Action config) {}

    /**
     * Copies the deployment's readiness and configuration to one of its aliases, if the readiness differs.
     *
     * <p>The conditions require a readable revision, because DynamoDB rejects a transaction that adds a number to a
     * string, without reporting which action is invalid.
     */
    Update sync(Transaction transaction, AliasId id, Deployment deployment) {
        AliasKey key = new AliasKey(id);
        AttributeValue ready = Values.flag(deployment.status().isServed());
        Action route = transaction.update(
                table,
                key.route(),
                new ItemUpdate()
                        .set(READY, ready)
                        .add(REVISION, Values.number(1))
                        .onlyIf(
                                equal(DEPLOYMENT_ID, Values.text(deployment.id().value())),
                                notEqual(READY, ready),
                                readableRevision()));
        Action config = transaction.update(
                table,
                key.config(),
                new ItemUpdate()
                        .setAll(Attributes.config(Item.builder(), deployment.config())
                                .build())
                        .add(REVISION, Values.number(1))
                        .onlyIf(readableRevision()));
        return new Update(id, route, config);
    }

    private static Condition readableRevision() {
        return greater(REVISION, Values.number(0));
    }

    private static Item route(Alias alias, Cause cause) {
        String position = new AliasPosition(alias.createDate(), alias.id()).toString();
        Item.Builder row = row(alias, AliasKey.ROUTES, position)
                .flag(DEPLOYMENT_ALIAS, alias.isProtected())
                .flag(READY, alias.isReady());
        return Attributes.cause(row, cause).build();
    }

    private static Item config(Alias alias, SiteConfig config) {
        String position = new AliasPosition(alias.createDate(), alias.id()).ofConfig();
        return Attributes.config(row(alias, AliasKey.CONFIG, position), config).build();
    }

    private static Item.Builder row(Alias alias, String partition, String position) {
        return Item.builder()
                .text(PK, partition)
                .text(Attributes.SK, new AliasKey(alias.id()).toString())
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
