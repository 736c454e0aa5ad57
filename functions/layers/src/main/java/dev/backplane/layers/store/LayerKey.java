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

    /** The part of the partition keys of layers before the number sign. */
    public static final String KIND = "lyr";

    /** The prefix of the partition keys of layers. */
    public static final String PARTITION = KIND + "#";

    /** The sort key of the row that points to the latest version. */
    static final String POINTER_SORT = "lyrVrsn0#";

    /** The prefix of the sort keys of versions, and of no other rows. */
    public static final String SORT = "lyrVrsn#v";

    /**
     * Parses a key.
     *
     * @throws InvalidValueException if it is not the key of a layer version
     */
    public static LayerKey parse(String partition, String sort) {
        if (!isVersion(partition, sort)) {
            throw new InvalidValueException("not the key of a layer version: " + partition + " " + sort);
        }
        return new LayerKey(layerOf(partition), VersionNumber.parse(sort.substring(SORT.length())));
    }

    /**
     * Parses the partition key of a layer's versions and pointer.
     *
     * @throws InvalidValueException if it is not such a key
     */
    public static LayerId layerOf(String partition) {
        int dot = partition.indexOf('.');
        if (!partition.startsWith(PARTITION) || dot < 0) {
            throw new InvalidValueException("not the partition key of a layer: " + partition);
        }
        // Package names may contain dots, region names do not.
        LayerId id = new LayerId(
                RegionName.parse(partition.substring(PARTITION.length(), dot)),
                PackageName.parse(partition.substring(dot + 1)));
        if (!partition(id).equals(partition)) {
            throw new InvalidValueException("not the canonical form of a key: " + partition);
        }
        return id;
    }

    /** Returns whether this is the key of the row that points to the latest version of a layer. */
    public static boolean isPointer(String partition, String sort) {
        return partition.startsWith(PARTITION) && sort.equals(POINTER_SORT);
    }

    /** Returns whether this is the key of a layer version. */
    public static boolean isVersion(String partition, String sort) {
        return partition.startsWith(PARTITION) && sort.startsWith(SORT);
    }

    static String partition(LayerId id) {
        return PARTITION + id.region() + "." + id.name();
    }

    /** Returns the key of the row that points to the latest version. */
    static Map<String, AttributeValue> pointer(LayerId id) {
        return Attributes.key(partition(id), POINTER_SORT);
    }

    /** Returns the key of the row that prevents a second registration of an ARN, under any package. */
    static Map<String, AttributeValue> mark(LayerArn arn) {
        return Attributes.key("lyrArn#" + arn, "lyrArn0#");
    }

    /** Returns the key of the row that tells who deleted the version. */
    Map<String, AttributeValue> deletion() {
        return Attributes.key("lyrDlt#" + id.region() + "." + id.name(), SORT + version);
    }

    Map<String, AttributeValue> attributes() {
        return Attributes.key(partition(id), SORT + version);
    }
}
