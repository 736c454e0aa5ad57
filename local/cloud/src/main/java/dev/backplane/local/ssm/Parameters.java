package dev.backplane.local.ssm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.files.JsonFile;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The parameters of all regions. */
public final class Parameters {

    private final JsonFile file;
    private final ObjectNode regions;

    /** Reads the stored parameters. */
    public Parameters(JsonFile file) {
        this.file = file;
        this.regions = file.read();
    }

    /** Returns the values of all parameters of a region by name. */
    public NavigableMap<String, String> values(String region) {
        NavigableMap<String, String> values = new TreeMap<>();
        all(region).forEach((name, parameter) -> values.put(name, parameter.value()));
        return values;
    }

    synchronized NavigableMap<String, Parameter> all(String region) {
        NavigableMap<String, Parameter> all = new TreeMap<>();
        for (Map.Entry<String, JsonNode> stored : regions.path(region).properties()) {
            all.put(stored.getKey(), Parameter.ofJson(stored.getValue()));
        }
        return all;
    }

    synchronized Optional<Parameter> find(String region, String name) {
        return Optional.of(regions.path(region).path(name))
                .filter(node -> !node.isMissingNode())
                .map(Parameter::ofJson);
    }

    /** Replaces a parameter by what the change makes of the current one. */
    synchronized Parameter change(String region, String name, Function<Optional<Parameter>, Parameter> change) {
        Parameter changed = change.apply(find(region, name));
        regions.withObjectProperty(region).set(name, changed.stored());
        file.write(regions);
        return changed;
    }

    /** Deletes a parameter; returns whether it existed. */
    synchronized boolean delete(String region, String name) {
        boolean existed = regions.path(region) instanceof ObjectNode parameters && parameters.remove(name) != null;
        if (existed) {
            file.write(regions);
        }
        return existed;
    }
}
