package dev.backplane.layers.store;

import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.RegionName;
import dev.backplane.platform.InvalidValueException;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The key of a layer version's row: {@code lyr#<rgn>.<pckg>}, {@code lyrVrsn#v<n>}. */
public record LayerKey(LayerId id, long version) {

    /** What tells the partitions of layers from others, up to the first number sign. */
    public static final String KIND = "lyr";

    /** What every partition key of a layer begins with. */
    public static final String PARTITION = KIND + "#";

    /** What the sort key of every version begins with, and no other. */
    public static final String SORT = "lyrVrsn#v";

    /**
     * Reads a key.
     *
     * @throws InvalidValueException when it is not that of a layer version
     */
    public static LayerKey parse(String partition, String sort) {
        int dot = partition.indexOf('.');
        if (!isVersion(partition, sort) || dot < 0) {
            throw new InvalidValueException("not the key of a layer version: " + partition + " " + sort);
        }
        // Package names hold dots, region names none.
        LayerId id = new LayerId(
                RegionName.parse(partition.substring(PARTITION.length(), dot)),
                PackageName.parse(partition.substring(dot + 1)));
        return new LayerKey(id, VersionNumber.parse(sort.substring(SORT.length())));
    }

    /** Says whether a key is that of a layer version, and not that of another row. */
    public static boolean isVersion(String partition, String sort) {
        return partition.startsWith(PARTITION) && sort.startsWith(SORT);
    }

    static String partition(LayerId id) {
        return PARTITION + id.region() + "." + id.name();
    }

    /** Returns the key of the row that tells which version is the latest. */
    static Map<String, AttributeValue> pointer(LayerId id) {
        return Attributes.key(partition(id), "lyrVrsn0#");
    }

    /** Returns the key of the row that keeps an ARN from being registered twice, under whatever package. */
    static Map<String, AttributeValue> mark(LayerArn arn) {
        return Attributes.key("lyrArn#" + arn, "lyrArn0#");
    }

    Map<String, AttributeValue> attributes() {
        return Attributes.key(partition(id), SORT + version);
    }
}
