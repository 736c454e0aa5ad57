package dev.backplane.infra.settings;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What an operator may decide for the layers of a stage.
 *
 * @param expiryDays how long a layer is kept once a newer one took its place
 * @param namePrefix how the names of the layers start that the stage may register and delete
 * @param regions where these layers are; empty for all regions
 */
public record LayerOptions(Optional<Integer> expiryDays, Optional<String> namePrefix, List<String> regions) {

    // No more than a layer's name can hold, and no character that a policy takes for a pattern.
    private static final Pattern NAME_PREFIX = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern REGION = Pattern.compile("[a-z]{2,4}(-[a-z]{2,20}){1,3}-[0-9]{1,2}");

    public LayerOptions {
        regions = List.copyOf(regions);
    }

    static LayerOptions read(ContextReader reader) {
        List<String> regions = reader.texts("layerRegions");
        reader.require(
                regions.stream().allMatch(region -> REGION.matcher(region).matches()),
                "layerRegions",
                "must be names of regions, such as eu-central-1");
        return new LayerOptions(
                reader.within("layerExpiryDays", 1, 1825), reader.text("layerNamePrefix", NAME_PREFIX), regions);
    }
}
