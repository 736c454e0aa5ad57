package dev.backplane.layers.api;

import dev.backplane.layers.Layer;
import dev.backplane.layers.Requirements;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.platform.Times;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Layers as comma-separated values (RFC 4180). */
final class LayerCsv {

    static final String MEDIA_TYPE = "text/csv";

    private static final String HEADER =
            "package,region,layerVersion,packageVersion,arn,deployStatus,requirementsHash,createdAt,"
                    + "compatibleRuntimes,compatibleArchitectures";

    private LayerCsv() {}

    static String print(List<Layer> layers) {
        return Stream.concat(Stream.of(HEADER), layers.stream().map(LayerCsv::line))
                .map(line -> line + "\r\n")
                .collect(Collectors.joining());
    }

    // No registered value contains a comma, a quote, a line break or a formula, so nothing needs quoting.
    private static String line(Layer layer) {
        return String.join(
                ",",
                layer.id().name().value(),
                layer.id().region().value(),
                Long.toString(layer.version()),
                layer.packageVersion().value(),
                layer.arn().value(),
                layer.status().value(),
                layer.requirements()
                        .map(Requirements::hash)
                        .map(RequirementsHash::value)
                        .orElse(""),
                Times.format(layer.created()),
                String.join(" ", layer.compatibility().runtimes()),
                String.join(" ", layer.compatibility().architectures()));
    }
}
