package dev.backplane.layers.store;

import dev.backplane.platform.Cause;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The names of the table's attributes. */
public final class Attributes {

    public static final String PK = "pk";
    public static final String SK = "sk";
    static final String PACKAGE = "pckg";
    static final String REGION = "rgn";
    public static final String PACKAGE_VERSION = "pckgVrsn";
    static final String LAYER_VERSION = "lyrVrsn";
    static final String BUILD_VERSION = "bltVrsn";
    static final String MAX_VERSION = "maxVrsn";
    public static final String ARN = "arn";
    public static final String REQUIREMENTS_TEXT = "rqrmntsTxt";
    static final String REQUIREMENTS_HASH = "rqrmntsHsh";
    static final String CREATED = "crtdDt";
    public static final String DEPLOY_STATUS = "dplySts";
    public static final String EXPIRES = "exDt";
    public static final String DELETED = "dltdDt";
    /** When the expiry was last postponed because the layer was in use. */
    public static final String POSTPONED = "pstpndDt";

    static final String DELETE_FAILED = "dltFldDt";
    static final String DELETE_FAILED_REASON = "dltFldRsn";

    // What a layer is made for.
    static final String RUNTIMES = "rntms";
    static final String ARCHITECTURES = "archs";

    /** The days before the expiry at which the last step was taken. */
    public static final String WARNED = "exWrn";

    // The hold of a version: since when, until when, the expiry without it, and its cause.
    public static final String HELD = "hldDt";
    public static final String HELD_UNTIL = "hldUntl";
    static final String HELD_EXPIRES = "hldExDt";
    public static final String HELD_ACTOR = "hldActr";
    public static final String HELD_REASON = "hldRsn";

    // The index of versions that change at a time.
    static final String DUE_GROUP = "duGrp";
    static final String DUE = "duDt";

    /** The numbers of the deprecated versions that do not expire, in a pointer. */
    static final String KEPT = "kptVrsns";

    /** Who made the last change of a version or build. */
    public static final String ACTOR = "actr";

    /** Why, if the actor gave a reason. */
    public static final String REASON = "rsn";

    private Attributes() {}

    static Item.Builder cause(Item.Builder item, Cause cause) {
        return item.text(ACTOR, cause.actor().text()).text(REASON, cause.reason());
    }

    static ItemUpdate cause(ItemUpdate update, Cause cause) {
        return update.set(ACTOR, Values.text(cause.actor().text()))
                .setOrRemove(REASON, cause.reason().map(Values::text));
    }

    static Map<String, AttributeValue> key(String partition, String sort) {
        return Map.of(PK, Values.text(partition), SK, Values.text(sort));
    }
}
