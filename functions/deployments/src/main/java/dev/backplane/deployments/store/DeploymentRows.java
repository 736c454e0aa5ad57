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
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.StatusChange;
import dev.backplane.deployments.Template;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;

/** The rows of the deployment table, the conditions on them, and their part in the transactions of aliases. */
final class DeploymentRows {

    static final String STACK = "CFStack";
    static final String TEMPLATE = "DeploymentTemplate";
    static final String CREATED_BY = "CreatedBy";

    /** The number of custom aliases and splits that point to the deployment; only transactions with aliases change it. */
    static final String ALIAS_COUNT = "AliasCount";

    /** When an alias last stopped pointing to the deployment; absent if none ever did. */
    static final String LAST_LIVE = "LastLiveDate";

    /** Identifies the write that inserted the row. */
    static final String WRITE_MARK = "WriteMark";

    private final String table;

    DeploymentRows(String table) {
        this.table = table;
    }

    static Item toItem(Deployment deployment, String writeMark) {
        Item.Builder item = Item.builder()
                .text(Attributes.PK, DeploymentKey.PARTITION)
                .text(Attributes.SK, new DeploymentKey(deployment.id()).sort())
                .text(Attributes.GSI1SK, DeploymentPosition.of(deployment).toString())
                .number(Attributes.ITEM_VERSION, Attributes.SCHEMA)
                .text(DEPLOYMENT_ID, deployment.id().value())
                .text(CREATE_DATE, Times.format(deployment.createdAt()))
                .text(STATUS, deployment.status().name())
                .text(TEMPLATE, deployment.template().name())
                .number(ALIAS_COUNT, deployment.aliasCount())
                .text(WRITE_MARK, writeMark)
                .text(STACK, deployment.stack())
                .text(DEPLOYMENT_ALIAS, deployment.alias().map(AliasId::toString))
                .text(CREATED_BY, deployment.createdBy().map(Actor::text))
                .text(Attributes.ACTOR, deployment.createdBy().map(Actor::text))
                .text(Attributes.PROJECT, deployment.origin().project().map(ProjectName::value))
                .text(LAST_LIVE, deployment.lastLiveDate().map(Times::format));
        return Attributes.config(Attributes.origin(item, deployment.origin()), deployment.config())
                .build();
    }

    static Deployment toDeployment(Item item) {
        return new Deployment(
                id(item),
                Times.parse(item.text(CREATE_DATE)),
                status(item),
                oneOf(Template.class, item.text(TEMPLATE)),
                item.findText(STACK),
                item.findText(DEPLOYMENT_ALIAS).map(AliasId::parse),
                Attributes.config(item),
                item.number(ALIAS_COUNT),
                item.findActor(CREATED_BY),
                Attributes.origin(item, item.findText(Attributes.PROJECT).map(ProjectName::parse)),
                item.findText(LAST_LIVE).map(Times::parse));
    }

    static DeploymentStatus status(Item item) {
        return oneOf(DeploymentStatus.class, item.text(STATUS));
    }

    private static <E extends Enum<E>> E oneOf(Class<E> type, String name) {
        return EnumSet.allOf(type).stream()
                .filter(constant -> constant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("not a " + type.getSimpleName() + ": " + name));
    }

    /** Reads a row from the index, and checks that its position is the one that page cursors use. */
    static DeploymentSummary toSummary(Item item) {
        DeploymentSummary deployment = new DeploymentSummary(
                id(item),
                Times.parse(item.text(CREATE_DATE)),
                status(item),
                item.findText(DEPLOYMENT_ALIAS).map(AliasId::parse),
                Origin.NONE);
        String position = new DeploymentPosition(deployment.createdAt(), deployment.id()).toString();
        if (!item.text(Attributes.GSI1SK).equals(position)) {
            throw new InvalidValueException("deployment at the wrong index position; expected " + position);
        }
        return deployment;
    }

    private static DeploymentId id(Item item) {
        DeploymentId id = DeploymentId.parse(item.text(DEPLOYMENT_ID));
        if (!item.text(Attributes.SK).equals(new DeploymentKey(id).sort())) {
            throw new InvalidValueException("deployment " + id + " under the key of another deployment");
        }
        return id;
    }

    /** Returns the update that a status change makes. */
    static ItemUpdate toUpdate(StatusChange change, Cause cause) {
        SiteConfig config = change.config();
        return new ItemUpdate()
                .set(STATUS, Values.text(change.to().name()))
                .set(Attributes.ACTOR, Values.text(cause.actor().text()))
                .setOrRemove(Attributes.REASON, cause.reason().map(Values::text))
                .setIfPresent(STACK, change.stack().map(Values::text))
                .setIfPresent(
                        DEPLOYMENT_ALIAS, change.alias().map(AliasId::toString).map(Values::text))
                .setIfPresent(Attributes.ROUTES, config.routes().map(Values::text))
                .setIfPresent(Attributes.LAMBDA_ROUTES, config.lambdaRoutes().map(Values::text))
                .setIfPresent(Attributes.PRERENDERS, config.prerenders().map(Values::text));
    }

    static Condition in(Collection<DeploymentStatus> states) {
        return Condition.oneOf(
                STATUS, states.stream().map(Enum::name).map(Values::text).toList());
    }

    /** Requires that a deployment has the status that was read, and is not another one that got the same id since. */
    static Condition unchanged(Deployment seen) {
        return Condition.equal(STATUS, Values.text(seen.status().name()))
                .and(Condition.equal(CREATE_DATE, Values.text(Times.format(seen.createdAt()))));
    }

    static Condition withoutProject() {
        return Condition.absent(Attributes.PROJECT);
    }

    static Condition withoutCustomAliases() {
        return Condition.equal(ALIAS_COUNT, Values.number(0));
    }

    /**
     * Changes the number of aliases of a deployment.
     *
     * @param seen the deployment as it was read, if aliases are pointed to it
     */
    void count(Transaction transaction, DeploymentId id, int delta, Optional<Deployment> seen, Instant now) {
        Condition unchanged = seen.map(DeploymentRows::unchanged).orElse(Condition.NONE);
        if (delta != 0) {
            ItemUpdate update = new ItemUpdate()
                    .add(ALIAS_COUNT, Values.number(delta))
                    .onlyIf(
                            unchanged,
                            delta > 0 ? Condition.NONE : Condition.atLeast(ALIAS_COUNT, Values.number(-delta)));
            if (delta < 0) {
                update.set(LAST_LIVE, Values.text(Times.format(now)));
            }
            transaction.update(table, new DeploymentKey(id).attributes(), update);
        } else {
            seen.ifPresent(deployment -> requireUnchanged(transaction, deployment));
        }
    }

    /** Makes a transaction fail if a deployment has changed since it was read. */
    Action requireUnchanged(Transaction transaction, Deployment seen) {
        return transaction.check(table, new DeploymentKey(seen.id()).attributes(), unchanged(seen));
    }
}
