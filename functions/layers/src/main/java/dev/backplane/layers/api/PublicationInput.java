package dev.backplane.layers.api;

import dev.backplane.layers.Compatibility;
import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.NewPublication;
import dev.backplane.layers.PackageName;
import dev.backplane.layers.PackageVersion;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.Share;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Obj;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Reads the body of a publication. */
final class PublicationInput {

    private static final Set<String> SHARE_MEMBERS = Set.of("organizationId", "accounts");

    private final LayerLimits limits;
    private final String partition;

    /** @param partition the partition of the stage */
    PublicationInput(LayerLimits limits, String partition) {
        this.limits = limits;
        this.partition = partition;
    }

    /** Declares the body; the value is available after the input is verified. */
    Supplier<NewPublication> declare(Input input) {
        Supplier<PackageName> name = input.body("package", Fields.PACKAGE);
        Supplier<PackageVersion> version = input.body("packageVersion", Fields.PACKAGE_VERSION);
        Supplier<List<String>> regions =
                input.body("regions", InputType.texts(NewPublication.MAX_REGIONS, this::region));
        Supplier<Compatibility> compatibility = Fields.compatibility(input);
        Supplier<Optional<String>> requirements = input.optionalBody("requirementsTxt", Fields.REQUIREMENTS_TEXT);
        Supplier<Optional<Share>> share = input.optionalBody("share", PublicationInput::share);
        input.require(() -> !regions.get().isEmpty(), "regions", "must have at least one region");
        input.require(
                () -> new HashSet<>(regions.get()).size() == regions.get().size(),
                "regions",
                "must not name a region twice");
        return () -> new NewPublication(
                name.get(),
                version.get(),
                regions.get().stream().map(RegionName::new).toList(),
                compatibility.get(),
                requirements.get(),
                share.get().orElse(Share.NONE));
    }

    private String region(String text) {
        RegionName region = RegionName.parse(text);
        if (!region.partition().equals(partition)) {
            throw new InvalidValueException("must be in the partition of this stage, " + partition);
        }
        if (!limits.regions().isEmpty() && !limits.regions().contains(region)) {
            throw new InvalidValueException("must be regions of this stage: "
                    + limits.regions().stream().map(RegionName::value).sorted().collect(Collectors.joining(", ")));
        }
        return text;
    }

    private static Share share(JsonValue value) {
        if (!(value instanceof Obj(Map<String, JsonValue> members)) || !SHARE_MEMBERS.containsAll(members.keySet())) {
            throw new InvalidValueException("must be an object with organizationId or accounts");
        }
        if (members.size() != 1) {
            throw new InvalidValueException("must have either organizationId or accounts");
        }
        return new Share(
                Optional.ofNullable(members.get("organizationId")).map(InputType.text(Share::organization)::read),
                Optional.ofNullable(members.get("accounts"))
                        .map(InputType.texts(Share.MAX_ACCOUNTS, Share::account)::read)
                        .orElse(List.of()));
    }
}
