package dev.backplane.layers.api;

import dev.backplane.layers.Compatibility;
import dev.backplane.layers.LayerId;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.Requirements;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.layers.store.LayerKey;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The types of values that several operations share. */
final class Fields {

    static final InputType<RegionName> REGION = InputType.text(RegionName::parse);
    static final InputType<PackageName> PACKAGE = InputType.text(PackageName::parse);
    static final InputType<PackageVersion> PACKAGE_VERSION = InputType.text(PackageVersion::parse);
    static final InputType<String> REQUIREMENTS_TEXT = InputType.text(Requirements::check);
    static final InputType<RequirementsHash> REQUIREMENTS_HASH = InputType.text(RequirementsHash::parse);

    static final InputType<String> RUNTIME = InputType.text(Compatibility::runtime);
    static final InputType<String> ARCHITECTURE = InputType.text(Compatibility::architecture);

    /** The number of a version, in the path. */
    static final InputType<Integer> VERSION = InputType.integer(1, 999_999_999);

    private Fields() {}

    /** Takes what a layer is made for, in a body. */
    static Supplier<Compatibility> compatibility(Input input) {
        Supplier<Optional<List<String>>> runtimes = input.optionalBody(
                "compatibleRuntimes", InputType.texts(Compatibility.MAX_RUNTIMES, Compatibility::runtime));
        Supplier<Optional<List<String>>> architectures =
                input.optionalBody("compatibleArchitectures", InputType.texts(2, Compatibility::architecture));
        return () -> new Compatibility(
                runtimes.get().orElse(List.of()), architectures.get().orElse(List.of()));
    }

    /** Takes the version that a path names. */
    static Supplier<LayerKey> versionInPath(Input input) {
        Supplier<LayerId> id = layerInPath(input);
        Supplier<Integer> version = input.path("version", VERSION);
        return () -> new LayerKey(id.get(), version.get());
    }

    /** Takes the layer that a path names by region and package. */
    static Supplier<LayerId> layerInPath(Input input) {
        Supplier<RegionName> region = input.path("region", REGION);
        Supplier<PackageName> name = input.path("package", PACKAGE);
        return () -> new LayerId(region.get(), name.get());
    }
}
