package dev.backplane.layers.store;

import dev.backplane.layers.PackageName;
import dev.backplane.platform.InvalidValueException;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The key of a build's row: {@code bld#v<n>}, {@code pckg#<package>}. */
record BuildKey(PackageName name, long version) {

    /** The partition of the rows that point to the latest build of a package. */
    static final String POINTERS = "bldVrsn0#";

    private static final String PARTITION = "bld#v";
    private static final String SORT = "pckg#";

    /**
     * Parses a key.
     *
     * @throws InvalidValueException if it is not the key of a build
     */
    static BuildKey parse(String partition, String sort) {
        if (!partition.startsWith(PARTITION) || !sort.startsWith(SORT)) {
            throw new InvalidValueException("not the key of a build: " + partition + " " + sort);
        }
        return new BuildKey(
                PackageName.parse(sort.substring(SORT.length())),
                VersionNumber.parse(partition.substring(PARTITION.length())));
    }

    static Map<String, AttributeValue> pointer(PackageName name) {
        return Attributes.key(POINTERS, SORT + name);
    }

    Map<String, AttributeValue> attributes() {
        return Attributes.key(PARTITION + version, SORT + name);
    }
}
