package dev.backplane.deployments.store;

import dev.backplane.deployments.SiteConfig;
import dev.backplane.platform.Cause;
import dev.backplane.platform.dynamo.Item;

/** The names of the attributes of both tables. */
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

    static Item.Builder cause(Item.Builder item, Cause cause) {
        return item.text(ACTOR, cause.actor().text()).text(REASON, cause.reason());
    }

    static Item.Builder config(Item.Builder item, SiteConfig config) {
        return item.text(ROUTES, config.routes())
                .text(LAMBDA_ROUTES, config.lambdaRoutes())
                .text(PRERENDERS, config.prerenders());
    }
}
