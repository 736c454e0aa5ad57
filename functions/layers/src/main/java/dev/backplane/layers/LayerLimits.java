package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.settings.Settings;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The layers that a stage may delete, and therefore accepts.
 *
 * @param namePrefix the required prefix of a layer's name; empty for any name
 * @param regions the allowed regions; empty for any region
 */
public record LayerLimits(String namePrefix, Set<RegionName> regions) {

    public static final String LAYER_NAME_PREFIX = "LAYER_NAME_PREFIX";

    /** A comma-separated list of regions. */
    public static final String LAYER_REGIONS = "LAYER_REGIONS";

    public LayerLimits {
        regions = Set.copyOf(regions);
    }

    public static LayerLimits from(Settings settings) {
        Set<RegionName> regions = settings.find(LAYER_REGIONS).stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(RegionName::parse)
                .collect(Collectors.toSet());
        return new LayerLimits(settings.find(LAYER_NAME_PREFIX).orElse(""), regions);
    }

    /**
     * Parses the ARN of a layer version within the limits.
     *
     * @throws InvalidValueException if the text is not such an ARN, with a message for the caller
     */
    public LayerArn parse(String text) {
        LayerArn arn = LayerArn.parse(text);
        if (!arn.name().startsWith(namePrefix)) {
            throw new InvalidValueException("must name a layer that starts with " + namePrefix);
        }
        if (!regions.isEmpty() && !regions.contains(arn.region())) {
            throw new InvalidValueException("must be in a region of this stage: "
                    + regions.stream().map(RegionName::value).sorted().collect(Collectors.joining(", ")));
        }
        return arn;
    }
}
