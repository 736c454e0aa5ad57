package dev.backplane.local.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The properties of a resource type that the local cloud honours, and those it knowingly leaves without effect.
 *
 * <p>A path such as {@code StreamSpecification.StreamViewType} knows that member alone, and lists are looked through;
 * a path to an object knows everything below it.
 */
public final class KnownProperties {
    private static final String USED = "";

    private final Map<String, String> reasonByPath;

    private KnownProperties(Map<String, String> reasonByPath) {
        this.reasonByPath = reasonByPath;
    }

    /** Properties that do locally what they do on AWS. */
    public static KnownProperties used(String... paths) {
        return new KnownProperties(Map.of()).with(USED, paths);
    }

    /** Properties that may stand in a template but change nothing locally, for a reason a reader would accept. */
    public KnownProperties withoutEffect(String reason, String... paths) {
        return with(reason, paths);
    }

    private KnownProperties with(String reason, String... paths) {
        Map<String, String> more = new LinkedHashMap<>(reasonByPath);
        for (String path : paths) {
            more.put(path, reason);
        }
        return new KnownProperties(more);
    }

    /** The paths in these properties that nobody declared. */
    List<String> unknownIn(JsonNode properties) {
        List<String> unknown = new ArrayList<>();
        collect("", properties, unknown);
        return unknown;
    }

    private void collect(String prefix, JsonNode object, List<String> unknown) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            String path = prefix + member.getKey();
            if (reasonByPath.containsKey(path)) {
                continue;
            }
            if (!hasPathBelow(path)) {
                unknown.add(path);
                continue;
            }
            List<JsonNode> values = new ArrayList<>();
            if (member.getValue().isArray()) {
                member.getValue().forEach(values::add);
            } else {
                values.add(member.getValue());
            }
            values.forEach(value -> collect(path + ".", value, unknown));
        }
    }

    private boolean hasPathBelow(String path) {
        return reasonByPath.keySet().stream().anyMatch(known -> known.startsWith(path + "."));
    }
}
