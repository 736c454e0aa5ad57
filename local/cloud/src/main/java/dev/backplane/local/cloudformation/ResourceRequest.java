package dev.backplane.local.cloudformation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * A request to a resource handler.
 *
 * @param properties the resolved properties; for a deletion the previous ones
 * @param initiated receives the physical id before creation, so that no resource is leaked
 */
record ResourceRequest(
        StackState stack,
        String logicalId,
        String type,
        JsonNode properties,
        StackPermissions actor,
        Cancellation cancellation,
        Consumer<String> initiated) {

    private static final int SUFFIX_LENGTH = 12;

    /** Returns whether the resource gets new tags, including those of the stack. */
    boolean addsTags() {
        return !before().entrySet().containsAll(after().entrySet());
    }

    /** Returns whether the resource loses tags. */
    boolean removesTags() {
        return !after().keySet().containsAll(before().keySet());
    }

    private Map<String, String> after() {
        return tags(stack.input().tags(), properties);
    }

    private Map<String, String> before() {
        StackResource resource = stack.progress().before().get(logicalId);
        return resource == null ? Map.of() : tags(stack.progress().inputBefore().tags(), resource.properties());
    }

    private static Map<String, String> tags(Map<String, String> ofStack, JsonNode properties) {
        Map<String, String> tags = new HashMap<>(ofStack);
        properties
                .path("Tags")
                .forEach(tag ->
                        tags.put(tag.path("Key").asText(), tag.path("Value").asText()));
        return tags;
    }

    /** Returns a unique generated name. */
    String generatedName(int longest) {
        String suffix = UUID.randomUUID()
                .toString()
                .replace("-", "")
                .substring(0, SUFFIX_LENGTH)
                .toUpperCase(Locale.ROOT);
        String name = stack.name() + "-" + logicalId;
        int room = longest - SUFFIX_LENGTH - 1;
        return name.substring(0, Math.min(name.length(), room)) + "-" + suffix;
    }

    String generatedName() {
        return generatedName(80);
    }
}
