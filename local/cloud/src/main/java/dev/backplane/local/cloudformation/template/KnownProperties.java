package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The supported properties of a resource type, and those that have no effect locally.
 *
 * <p>A path such as {@code StreamSpecification.StreamViewType} covers that member only, also within lists;
 * a path to an object covers everything below it.
 */
public final class KnownProperties {

    private static final String USED = "";

    private final Map<String, String> reasonByPath;

    private KnownProperties(Map<String, String> reasonByPath) {
        this.reasonByPath = reasonByPath;
    }

    /** Creates a set of supported properties. */
    public static KnownProperties used(String... paths) {
        return new KnownProperties(Map.of()).with(USED, paths);
    }

    /** Adds properties that are accepted but have no effect locally. */
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

    /** Returns the unknown paths in these properties. */
    public List<String> unknownIn(JsonNode properties) {
        List<String> unknown = new ArrayList<>();
        visit("", properties, path -> {
            if (!reasonByPath.containsKey(path)) {
                unknown.add(path);
            }
        });
        return unknown;
    }

    /** Returns the paths without effect, each with the reason. */
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

    /** Visits the declared paths and the leaves. */
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
