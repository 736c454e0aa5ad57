package dev.backplane.layers.api;

import dev.backplane.layers.LayerId;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.Requirements;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import java.util.function.Supplier;

/** The types of values that several operations share. */
final class Fields {

    static final InputType<RegionName> REGION = InputType.text(RegionName::parse);
    static final InputType<PackageName> PACKAGE = InputType.text(PackageName::parse);
    static final InputType<PackageVersion> PACKAGE_VERSION = InputType.text(PackageVersion::parse);
    static final InputType<String> REQUIREMENTS_TEXT = InputType.text(Requirements::check);
    static final InputType<RequirementsHash> REQUIREMENTS_HASH = InputType.text(RequirementsHash::parse);

    /** The number of a version, in the path. */
    static final InputType<Integer> VERSION = InputType.integer(1, 999_999_999);

    private Fields() {}

    /** Takes the layer that a path names by region and package. */
    static Supplier<LayerId> layerInPath(Input input) {
        Supplier<RegionName> region = input.path("region", REGION);
        Supplier<PackageName> name = input.path("package", PACKAGE);
        return () -> new LayerId(region.get(), name.get());
    }
}
