package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.files.JsonFile;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The layers of all regions: metadata of each version, without content. */
public final class Layers {

    private static final String LAST = "last";
    private static final String VERSIONS = "versions";

    private final JsonFile file;
    private final ObjectNode regions;
    private final Map<String, LayerFault> refusals = new ConcurrentHashMap<>();

    /** Reads the stored layers. */
    public Layers(JsonFile file) {
        this.file = file;
        this.regions = file.read();
    }

    /**
     * Makes Lambda reject every call about a layer until {@link #permit}.
     *
     * @param arn of a layer or a version
     */
    public void refuse(String arn, LayerFault refusal) {
        refusals.put(arn, refusal);
    }

    /** Ends the effect of {@link #refuse}. */
    public void permit(String arn) {
        refusals.remove(arn);
    }

    /** Returns the ARNs of all versions in a region, ordered by layer name and version number. */
    public synchronized List<String> versionArns(String region) {
        return names(region).stream()
                .flatMap(layer -> versions(layer).reversed().stream())
                .map(LayerVersion::arn)
                .toList();
    }

    Optional<LayerFault> refusal(String arn) {
        return refusals.entrySet().stream()
                .filter(entry -> arn.equals(entry.getKey()) || arn.startsWith(entry.getKey() + ":"))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Adds a version. Version numbers are never reused. */
    synchronized LayerVersion publish(LayerName layer, ObjectNode details) {
        ObjectNode kept = regions.withObjectProperty(layer.region()).withObjectProperty(layer.name());
        long number = kept.path(LAST).asLong() + 1;
        kept.put(LAST, number).withObjectProperty(VERSIONS).set(String.valueOf(number), details);
        file.write(regions);
        return new LayerVersion(layer, number, details);
    }

    synchronized Optional<LayerVersion> find(LayerName layer, long number) {
        JsonNode details = kept(layer).path(VERSIONS).path(String.valueOf(number));
        return details instanceof ObjectNode found
                ? Optional.of(new LayerVersion(layer, number, found))
                : Optional.empty();
    }

    /** Returns the versions of a layer, newest first. */
    synchronized List<LayerVersion> versions(LayerName layer) {
        return kept(layer)
                .path(VERSIONS)
                .propertyStream()
                .map(version ->
                        new LayerVersion(layer, Long.parseLong(version.getKey()), (ObjectNode) version.getValue()))
                .sorted(Comparator.comparingLong(LayerVersion::number).reversed())
                .toList();
    }

    /** Returns the layers of a region that have a version. */
    synchronized List<LayerName> names(String region) {
        return regions.path(region)
                .propertyStream()
                .filter(layer -> !layer.getValue().path(VERSIONS).isEmpty())
                .map(layer -> new LayerName(region, layer.getKey()))
                .sorted(Comparator.comparing(LayerName::name))
                .toList();
    }

    /** Removes a version, if it exists. */
    synchronized void delete(LayerName layer, long number) {
        if (find(layer, number).isPresent()) {
            ((ObjectNode) kept(layer).path(VERSIONS)).remove(String.valueOf(number));
            file.write(regions);
        }
    }

    /** Changes the description of a version, if it exists. */
    synchronized <T> Optional<T> change(LayerName layer, long number, Function<ObjectNode, T> change) {
        return find(layer, number).map(version -> {
            T result = change.apply(version.details());
            file.write(regions);
            return result;
        });
    }

    private JsonNode kept(LayerName layer) {
        return regions.path(layer.region()).path(layer.name());
    }
}
