package dev.backplane.infra.settings;

import dev.backplane.layers.LayersSettings;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The layer settings of a stage.
 *
 * @param expiryDays how long a layer is kept after a newer one replaced it
 * @param keepLatest how many of the newest versions of a layer do not expire
 * @param namePrefix the required prefix of layer names
 * @param regions the regions of the layers; empty for all regions
 * @param usage whether the stage asks Lambda which functions use layers
 */
public record LayerOptions(
        Optional<Integer> expiryDays,
        Optional<Integer> keepLatest,
        Optional<String> namePrefix,
        List<String> regions,
        boolean usage) {

    // At most the length of a layer name, and no wildcard characters of IAM policies.
    private static final Pattern NAME_PREFIX = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern SWITCH = Pattern.compile("on|off");
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
                reader.within("layerExpiryDays", 1, 1825),
                reader.within("layerKeepLatest", 1, LayersSettings.MAX_KEEP_LATEST),
                reader.text("layerNamePrefix", NAME_PREFIX),
                regions,
                reader.text("layerUsage", SWITCH).filter("off"::equals).isEmpty());
    }
}
