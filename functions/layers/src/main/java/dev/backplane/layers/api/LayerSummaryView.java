package dev.backplane.layers.api;

import dev.backplane.layers.Layer;
import dev.backplane.layers.Requirements;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A live layer version in a list of several packages or regions. */
@Json
record LayerSummaryView(
        @Json.Property("package") String name,
        String region,
        long layerVersion,
        String packageVersion,
        String arn,
        String deployStatus,
        @Nullable String requirementsHash,
        List<String> compatibleRuntimes,
        List<String> compatibleArchitectures,
        String createdAt,
        @Nullable String expiresAt) {

    static LayerSummaryView of(Layer layer) {
        return new LayerSummaryView(
                layer.id().name().value(),
                layer.id().region().value(),
                layer.version(),
                layer.packageVersion().value(),
                layer.arn().value(),
                layer.status().value(),
                layer.requirements()
                        .map(Requirements::hash)
                        .map(RequirementsHash::value)
                        .orElse(null),
                layer.compatibility().runtimes(),
                layer.compatibility().architectures(),
                Times.format(layer.created()),
                layer.expires().map(Times::format).orElse(null));
    }
}
