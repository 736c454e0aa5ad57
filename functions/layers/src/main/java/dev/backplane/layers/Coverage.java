package dev.backplane.layers;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * In which regions a package is registered, and where its newest version is missing.
 *
 * <p>The newest version is the one that was registered last, among the latest layers of all regions. Package versions
 * are not compared with each other, because each package has its own version scheme.
 */
public record Coverage(PackageVersion newest, List<Place> places) {

    /** The state of one region. */
    public enum Status {
        /** The latest layer has the newest package version. */
        PRESENT,
        /** The latest layer has another package version. */
        BEHIND,
        /** The package has no layer. */
        MISSING;

        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One region, with its latest layer. */
    public record Place(RegionName region, Status status, Optional<Layer> latest) {}

    /**
     * Compares the regions.
     *
     * @param latest the latest layers of a package
     * @param wanted the regions that should have the package; if empty, those that have it
     * @return empty if no region has the package
     */
    public static Optional<Coverage> of(Collection<Layer> latest, Set<RegionName> wanted) {
        // An index may still show the previous layer as the latest, too.
        Map<RegionName, Layer> byRegion = latest.stream()
                .collect(Collectors.toMap(
                        layer -> layer.id().region(),
                        Function.identity(),
                        BinaryOperator.maxBy(Comparator.comparingLong(Layer::version))));
        return byRegion.values().stream()
                .max(Comparator.comparing(Layer::created)
                        .thenComparing(layer -> layer.packageVersion().value()))
                .map(Layer::packageVersion)
                .map(newest -> new Coverage(
                        newest,
                        (wanted.isEmpty() ? byRegion.keySet() : wanted)
                                .stream()
                                        .sorted(Comparator.comparing(RegionName::value))
                                        .map(region -> place(region, Optional.ofNullable(byRegion.get(region)), newest))
                                        .toList()));
    }

    private static Place place(RegionName region, Optional<Layer> latest, PackageVersion newest) {
        Status status = latest.map(layer -> layer.packageVersion().equals(newest) ? Status.PRESENT : Status.BEHIND)
                .orElse(Status.MISSING);
        return new Place(region, status, latest);
    }
}
