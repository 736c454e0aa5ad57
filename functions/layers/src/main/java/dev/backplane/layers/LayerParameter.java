package dev.backplane.layers;

import dev.backplane.platform.InvalidValueException;
import java.util.Optional;

/**
 * An SSM parameter whose value is the ARN of a layer version, in the region of the layer.
 *
 * @param label the package version whose newest live layer version the parameter names, with the characters that SSM
 *     allows; empty for the parameter of the latest version
 */
public record LayerParameter(LayerId id, Optional<String> label) {

    private static final String LATEST = "/latest";
    private static final String LABELED = "/v/";

    /** Returns the parameter that names the latest version of a layer. */
    public static LayerParameter latest(LayerId id) {
        return new LayerParameter(id, Optional.empty());
    }

    /** Returns the parameter that names the newest version of a layer with a package version. */
    public static LayerParameter of(LayerId id, PackageVersion packageVersion) {
        return new LayerParameter(id, Optional.of(label(packageVersion)));
    }

    /** Parses the result of {@link #path}; empty if no parameter has this path. */
    public static Optional<LayerParameter> parse(RegionName region, String path) {
        int end = path.indexOf('/');
        if (end < 0) {
            return Optional.empty();
        }
        String rest = path.substring(end);
        Optional<String> label =
                rest.startsWith(LABELED) ? Optional.of(rest.substring(LABELED.length())) : Optional.empty();
        try {
            LayerId id = new LayerId(region, PackageName.parse(path.substring(0, end)));
            return Optional.of(new LayerParameter(id, label))
                    .filter(parameter -> parameter.path().equals(path));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    private static String label(PackageVersion packageVersion) {
        return packageVersion.value().replaceAll("[^A-Za-z0-9_.-]", "_");
    }

    /** Returns the name of the parameter below the stage's prefix. */
    public String path() {
        return id.name() + label.map(LABELED::concat).orElse(LATEST);
    }

    /** Returns whether the parameter may name a layer version. */
    public boolean mayName(Layer layer) {
        return layer.id().equals(id)
                && label.filter(wanted -> !wanted.equals(label(layer.packageVersion())))
                        .isEmpty();
    }
}
