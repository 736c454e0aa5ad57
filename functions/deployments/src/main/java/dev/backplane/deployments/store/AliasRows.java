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

import dev.backplane.deployments.ActiveSplit;
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
import dev.backplane.deployments.Split;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import java.time.Instant;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The route row and the configuration rows of an alias. */
final class AliasRows {

    static final String HOSTNAME_REV = "HostnameRev";
    static final String BASE_PATH = "BasePath";
    static final String REVISION = "Revision";

    /** Whether the deployment is finished, so that resolving the alias does not require reading the deployment. */
    static final String READY = "Ready";

    static final String BACK_REVISION = "BackRevision";
    static final String LOCK_REVISION = "LockRevision";
    static final String SPLIT_DEPLOYMENT_ID = "SplitDeploymentId";
    static final String SPLIT_PERCENT = "SplitPercent";
    static final String SPLIT_SALT = "SplitSalt";
    private static final String SPLIT_DATE = "SplitDate";
    private static final String SPLIT_READY = "SplitReady";

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
                route.flag(READY),
                route.findNumber(BACK_REVISION),
                route.findNumber(LOCK_REVISION),
                toSplit(route)
                        .map(split ->
                                new ActiveSplit(split, Times.parse(route.text(SPLIT_DATE)), route.flag(SPLIT_READY))),
                route.findNumber(Attributes.EXPIRY).map(Times::ofEpochSecond));
    }

    /** Reads the values of a split from a route row or a history row. */
    static Optional<Split> toSplit(Item row) {
        return row.findText(SPLIT_DEPLOYMENT_ID)
                .map(id -> new Split(
                        DeploymentId.parse(id), Math.toIntExact(row.number(SPLIT_PERCENT)), row.text(SPLIT_SALT)));
    }

    static Item.Builder split(Item.Builder row, Split split) {
        return row.text(SPLIT_DEPLOYMENT_ID, split.deployment().value())
                .number(SPLIT_PERCENT, split.percent())
                .text(SPLIT_SALT, split.salt());
    }

    static AliasSummary toSummary(Item row) {
        return new AliasSummary(
                id(row),
                DeploymentId.parse(row.text(DEPLOYMENT_ID)),
                Times.parse(row.text(CREATE_DATE)),
                row.flag(DEPLOYMENT_ALIAS),
                row.text(PK).equals(AliasKey.SPLIT) ? Variant.NEW : Variant.STABLE);
    }

    /** Reads a row from the index, and checks that its position is the one that page cursors use. */
    static AliasSummary toIndexEntry(Item row) {
        AliasSummary alias = toSummary(row);
        String position = position(alias).toString();
        if (!row.text(Attributes.GSI1SK).equals(position)) {
            throw new InvalidValueException("alias at the wrong index position; expected " + position);
        }
        return alias;
    }

    static AliasPosition position(AliasSummary alias) {
        return new AliasPosition(alias.createdAt(), alias.id(), alias.variant());
    }

    /** Reads the configuration of an alias or of its split. */
    static AliasConfig toConfig(Item row) {
        AliasVersion version = new AliasVersion(
                id(row),
                DeploymentId.parse(row.text(DEPLOYMENT_ID)),
                Times.parse(row.text(CREATE_DATE)),
                row.flag(READY));
        return new AliasConfig(version, Attributes.config(row));
    }

    private static AliasId id(Item row) {
        AliasId id = new AliasId(Hostname.ofReversed(row.text(HOSTNAME_REV)), new BasePath(row.text(BASE_PATH)));
        if (!AliasKey.parse(row.text(Attributes.SK)).id().equals(id)) {
            throw new InvalidValueException("alias " + id + " under the key of another alias");
        }
        return id;
    }

    /** Requires that an alias is still as it was read, or that it does not exist. */
    static Condition unchanged(Optional<Alias> seen) {
        return seen.map(alias -> all(
                        equal(DEPLOYMENT_ID, Values.text(alias.deployment().value())),
                        equal(CREATE_DATE, Values.text(Times.format(alias.createdAt()))),
                        equal(REVISION, Values.number(alias.revision())),
                        // Both change without a revision.
                        equal(READY, Values.flag(alias.isReady())),
                        equal(
                                SPLIT_READY,
                                alias.split().map(ActiveSplit::isReady).map(Values::flag))))
                .orElseGet(() -> absent(PK));
    }

    /** The two actions that update an alias. */
    record Update(AliasId alias, Action route, Action config) {}

    /**
     * Copies the deployment's readiness and configuration to an alias that points to it, or whose split does, if the
     * readiness differs.
     *
     * <p>The conditions require a readable revision, so that damaged rows are left alone and missing ones not created.
     */
    Update sync(Transaction transaction, AliasId id, Variant variant, Deployment deployment) {
        AliasKey key = new AliasKey(id);
        boolean split = variant == Variant.NEW;
        AttributeValue ready = Values.flag(deployment.status().isServed());
        AttributeValue target = Values.text(deployment.id().value());
        Action route = transaction.update(
                table,
                key.route(),
                new ItemUpdate()
                        .set(split ? SPLIT_READY : READY, ready)
                        .onlyIf(
                                equal(split ? SPLIT_DEPLOYMENT_ID : DEPLOYMENT_ID, target),
                                notEqual(split ? SPLIT_READY : READY, ready),
                                readableRevision()));
        Action config = transaction.update(
                table,
                split ? key.split() : key.config(),
                new ItemUpdate()
                        .setAll(Attributes.config(Item.builder(), deployment.config())
                                .build())
                        .set(READY, ready)
                        .onlyIf(readableRevision()));
        return new Update(id, route, config);
    }

    private static Condition readableRevision() {
        return greater(REVISION, Values.number(0));
    }

    static Item route(Alias alias) {
        AliasPosition position = new AliasPosition(alias.createdAt(), alias.id(), Variant.STABLE);
        Item.Builder row = row(AliasKey.ROUTES, position, alias.version(), alias.revision())
                .flag(DEPLOYMENT_ALIAS, alias.isProtected());
        alias.back().ifPresent(revision -> row.number(BACK_REVISION, revision));
        alias.lock().ifPresent(revision -> row.number(LOCK_REVISION, revision));
        alias.split()
                .ifPresent(split -> split(row, split.values())
                        .text(SPLIT_DATE, Times.format(split.createdAt()))
                        .flag(SPLIT_READY, split.isReady()));
        alias.expiry().map(Instant::getEpochSecond).ifPresent(end -> row.number(Attributes.EXPIRY, end));
        return row.build();
    }

    /** Returns the configuration row of an alias. It does not expire, so that it shows which aliases TTL removed. */
    static Item config(Alias alias, SiteConfig config) {
        return config(AliasKey.CONFIG, alias.version(), alias.revision(), config);
    }

    /** Returns the configuration row of an alias's split. */
    static Item config(Alias alias, ActiveSplit split, SiteConfig config) {
        return config(AliasKey.SPLIT, alias.version(split), alias.revision(), config);
    }

    private static Item config(String partition, AliasVersion version, long revision, SiteConfig config) {
        AliasPosition position = new AliasPosition(version.createdAt(), version.alias(), Variant.NEW);
        return Attributes.config(row(partition, position, version, revision), config)
                .build();
    }

    private static Item.Builder row(String partition, AliasPosition position, AliasVersion version, long revision) {
        return Item.builder()
                .text(PK, partition)
                .text(Attributes.SK, new AliasKey(version.alias()).toString())
                .text(Attributes.GSI1PK, new DeploymentKey(version.deployment()).sort())
                .text(Attributes.GSI1SK, position.toString())
                .number(Attributes.ITEM_VERSION, Attributes.SCHEMA)
                .text(CREATE_DATE, Times.format(version.createdAt()))
                .text(DEPLOYMENT_ID, version.deployment().value())
                .text(HOSTNAME_REV, version.alias().host().reversed())
                .text(BASE_PATH, version.alias().path().value())
                .number(REVISION, revision)
                .flag(READY, version.isReady());
    }
}
