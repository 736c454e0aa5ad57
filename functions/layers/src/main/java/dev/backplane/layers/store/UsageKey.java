package dev.backplane.layers.store;

import dev.backplane.layers.FunctionUse;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.RegionName;
import dev.backplane.platform.InvalidValueException;
import java.util.Map;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The keys of the inventory: which functions use which layers. */
public final class UsageKey {

    /** The first characters of the partition keys of the inventory, and of no other rows. */
    private static final String KIND = "use";

    /** The prefix of the sort keys of functions. */
    static final String FUNCTION = "fn#";

    private static final Pattern POSITION = Pattern.compile("[A-Za-z0-9_-]{1,140}:([$]LATEST|[1-9][0-9]{0,17})");

    private UsageKey() {}

    /** Returns whether a row belongs to the inventory. */
    public static boolean isInventory(String partition) {
        return partition.startsWith(KIND + "#") || partition.startsWith(KIND + "Inv#");
    }

    static String partition(LayerArn arn) {
        return KIND + "#" + arn;
    }

    /** Returns the key of a function version that uses a layer. */
    static Map<String, AttributeValue> of(LayerArn arn, String position) {
        return Attributes.key(partition(arn), FUNCTION + position);
    }

    /** Returns the position of a function version in the list of a layer. */
    public static String position(FunctionUse use) {
        return use.functionName() + ":" + use.version();
    }

    /**
     * Checks a position.
     *
     * @throws InvalidValueException if it is not the position of a function version
     */
    public static String parsePosition(String text) {
        if (!POSITION.matcher(text).matches()) {
            throw new InvalidValueException("not the position of a function: " + text);
        }
        return text;
    }

    /** Returns the key of the row that tells how far the inventory of a region is. */
    static Map<String, AttributeValue> inventory(RegionName region) {
        return Attributes.key(KIND + "Inv#" + region, KIND + "Inv0#");
    }
}
