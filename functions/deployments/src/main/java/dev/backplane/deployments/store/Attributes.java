package dev.backplane.deployments.store;

import dev.backplane.deployments.BranchName;
import dev.backplane.deployments.Origin;
import dev.backplane.deployments.ProjectName;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.platform.Cause;
import dev.backplane.platform.dynamo.Item;
import java.util.Optional;

/** The names of the attributes of all tables. */
public final class Attributes {

    public static final String PK = "PK";
    public static final String SK = "SK";
    static final String GSI1PK = "GSI1PK";
    static final String GSI1SK = "GSI1SK";
    static final String ITEM_VERSION = "ItemVersion";
    static final String CREATE_DATE = "CreateDate";
    public static final String DEPLOYMENT_ID = "DeploymentId";
    static final String DEPLOYMENT_ALIAS = "DeploymentAlias";
    public static final String STATUS = "Status";
    static final String ROUTES = "Routes";
    static final String LAMBDA_ROUTES = "LambdaRoutes";
    static final String PRERENDERS = "Prerenders";

    public static final String PROJECT = "Project";
    static final String BRANCH = "Branch";
    static final String COMMIT = "CommitId";
    static final String MESSAGE = "Message";

    /** Who made the last change that has an event. */
    public static final String ACTOR = "Actor";

    /** Why, if the actor gave a reason. */
    public static final String REASON = "Reason";

    static final String DELETE_DATE = "DeleteDate";

    /** When a tombstone expires, in seconds since 1970. */
    static final String EXPIRY = "ExpiryDate";

    /** The version of the schema, which is not the version of an item. */
    static final long SCHEMA = 1;

    private Attributes() {}

    static SiteConfig config(Item item) {
        return new SiteConfig(item.findText(ROUTES), item.findText(LAMBDA_ROUTES), item.findText(PRERENDERS));
    }

    static Origin origin(Item item, Optional<ProjectName> project) {
        return new Origin(
                project, item.findText(BRANCH).map(BranchName::parse), item.findText(COMMIT), item.findText(MESSAGE));
    }

    /** Adds an origin without its project, which is a key of some rows. */
    static Item.Builder origin(Item.Builder item, Origin origin) {
        return item.text(BRANCH, origin.branch().map(BranchName::value))
                .text(COMMIT, origin.commit())
                .text(MESSAGE, origin.message());
    }

    static Item.Builder cause(Item.Builder item, Cause cause) {
        return item.text(ACTOR, cause.actor().text()).text(REASON, cause.reason());
    }

    static Item.Builder config(Item.Builder item, SiteConfig config) {
        return item.text(ROUTES, config.routes())
                .text(LAMBDA_ROUTES, config.lambdaRoutes())
                .text(PRERENDERS, config.prerenders());
    }
}
