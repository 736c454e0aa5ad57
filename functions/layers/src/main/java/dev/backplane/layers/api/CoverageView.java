package dev.backplane.layers.api;

import dev.backplane.layers.Coverage;
import dev.backplane.layers.Layer;
import dev.backplane.layers.PackageName;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The coverage of a package as callers see it.
 *
 * @param newestPackageVersion the package version that was registered last, in any region
 */
@Json
record CoverageView(@Json.Property("package") String name, String newestPackageVersion, List<RegionView> regions) {

    /** The latest layer of one region; only region and status if there is none. */
    @Json
    record RegionView(
            String region,
            String status,
            @Nullable Long layerVersion,
            @Nullable String packageVersion,
            @Nullable String arn,
            @Nullable String createdAt) {

        static RegionView of(Coverage.Place place) {
            return new RegionView(
                    place.region().value(),
                    place.status().value(),
                    place.latest().map(Layer::version).orElse(null),
                    place.latest().map(layer -> layer.packageVersion().value()).orElse(null),
                    place.latest().map(layer -> layer.arn().value()).orElse(null),
                    place.latest().map(layer -> Times.format(layer.created())).orElse(null));
        }
    }

    static CoverageView of(PackageName name, Coverage coverage) {
        return new CoverageView(
                name.value(),
                coverage.newest().value(),
                coverage.places().stream().map(RegionView::of).toList());
    }
}
