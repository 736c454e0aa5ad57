package dev.backplane.layers;

import java.util.List;
import java.util.Optional;

/** A package version that is to be published as a layer in several regions. */
public record NewPublication(
        PackageName name,
        PackageVersion packageVersion,
        List<RegionName> regions,
        Compatibility compatibility,
        Optional<String> requirementsTxt,
        Share share) {

    /** The most regions of one publication. */
    public static final int MAX_REGIONS = 20;

    public NewPublication {
        regions = List.copyOf(regions);
    }

    /** Returns the layer version to register in a region. */
    public NewLayer layer(LayerArn arn) {
        return new NewLayer(
                new LayerId(arn.region(), name),
                arn,
                packageVersion,
                requirementsTxt.map(Requirements::of),
                compatibility);
    }
}
