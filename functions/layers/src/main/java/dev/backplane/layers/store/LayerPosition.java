package dev.backplane.layers.store;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.RegionName;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The position of a layer in an index of layers: {@code <dplySts>#<rgn>#<n>#<pckg>}. */
public record LayerPosition(DeployStatus status, LayerKey key) {

    /**
     * Parses the result of {@link #toString}.
     *
     * @throws InvalidValueException if the text is not a position
     */
    public static LayerPosition parse(String text) {
        String[] parts = text.split("#", -1);
        if (parts.length != 4) {
            throw new InvalidValueException("not a position: " + text);
        }
        LayerId id = new LayerId(RegionName.parse(parts[1]), PackageName.parse(parts[3]));
        return new LayerPosition(DeployStatus.parse(parts[0]), new LayerKey(id, VersionNumber.parse(parts[2])));
    }

    /**
     * Returns this position if it is in the list of a region.
     *
     * @throws InvalidValueException if it is not, so that no query can begin there
     */
    public LayerPosition in(RegionName region) {
        return checked(key.id().region().equals(region));
    }

    /**
     * Returns this position if it is in a list of a package.
     *
     * @throws InvalidValueException if it is not, so that no query can begin there
     */
    public LayerPosition of(PackageName name) {
        return checked(key.id().name().equals(name));
    }

    /**
     * Returns this position if it is in a list of latest layers.
     *
     * @throws InvalidValueException if it is not, so that no query can begin there
     */
    public LayerPosition amongLatest() {
        return checked(status == DeployStatus.LATEST);
    }

    private LayerPosition checked(boolean inside) {
        if (!inside) {
            throw new InvalidValueException("not a position in this list: " + this);
        }
        return this;
    }

    /** Reads the key of an index at which a query ended. */
    static LayerPosition of(Item indexKey) {
        return new LayerPosition(
                DeployStatus.parse(indexKey.text(Attributes.DEPLOY_STATUS)),
                LayerKey.parse(indexKey.text(Attributes.PK), indexKey.text(Attributes.SK)));
    }

    /**
     * Returns the key to continue from.
     *
     * @param partition the attribute that the index is partitioned by, with its value
     */
    Map<String, AttributeValue> startKey(Map.Entry<String, String> partition) {
        Map<String, AttributeValue> start = new HashMap<>(key.attributes());
        start.put(partition.getKey(), Values.text(partition.getValue()));
        start.put(Attributes.DEPLOY_STATUS, Values.text(status.value()));
        return start;
    }

    @Override
    public String toString() {
        return status.value() + "#" + key.id().region() + "#" + key.version() + "#"
                + key.id().name();
    }
}
