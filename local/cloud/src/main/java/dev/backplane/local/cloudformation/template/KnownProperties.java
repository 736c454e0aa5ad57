package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

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
    public List<String> unknownIn(JsonNode properties) {
        List<String> unknown = new ArrayList<>();
        visit("", properties, path -> {
            if (!reasonByPath.containsKey(path)) {
                unknown.add(path);
            }
        });
        return unknown;
    }

    /** The paths in these properties that change nothing locally, each with the reason. */
    Map<String, String> withoutEffectIn(JsonNode properties) {
        Map<String, String> withoutEffect = new LinkedHashMap<>();
        visit("", properties, path -> {
            String reason = reasonByPath.get(path);
            if (reason != null && !reason.equals(USED)) {
                withoutEffect.put(path, reason);
            }
        });
        return withoutEffect;
    }

    /** Goes down to the paths that are declared, or that nothing is declared below. */
    private void visit(String prefix, JsonNode object, Consumer<String> visitor) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            String path = prefix + member.getKey();
            if (reasonByPath.containsKey(path) || !hasPathBelow(path)) {
                visitor.accept(path);
            } else if (member.getValue().isArray()) {
                member.getValue().forEach(element -> visit(path + ".", element, visitor));
            } else {
                visit(path + ".", member.getValue(), visitor);
            }
        }
    }

    private boolean hasPathBelow(String path) {
        return reasonByPath.keySet().stream().anyMatch(known -> known.startsWith(path + "."));
    }
}
