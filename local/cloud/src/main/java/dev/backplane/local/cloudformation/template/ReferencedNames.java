package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the names that a part of a template refers to. */
final class ReferencedNames {

    private static final Pattern SUBSTITUTION = Pattern.compile("\\$\\{([^!}][^}]*)}");

    private ReferencedNames() {}

    /** Returns the referenced resources, parameters and pseudo parameters. */
    static Set<String> in(JsonNode part) {
        Set<String> names = new LinkedHashSet<>();
        collect(part, names);
        return names;
    }

    private static void collect(JsonNode node, Set<String> names) {
        if (node.isObject() && node.size() == 1) {
            if (node.has("Ref")) {
                names.add(node.path("Ref").asText());
            } else if (node.has("Fn::GetAtt")) {
                JsonNode target = node.path("Fn::GetAtt");
                names.add(owner(target.isArray() ? target.path(0).asText() : target.asText()));
            } else if (node.has("Fn::Sub")) {
                substituted(node.path("Fn::Sub"), names);
            }
        }
        node.forEach(child -> collect(child, names));
    }

    private static void substituted(JsonNode argument, Set<String> names) {
        JsonNode text = argument.isArray() ? argument.path(0) : argument;
        Matcher matcher = SUBSTITUTION.matcher(text.asText());
        while (matcher.find()) {
            // Local variables of Fn::Sub are not template names.
            if (!argument.path(1).has(matcher.group(1))) {
                names.add(owner(matcher.group(1)));
            }
        }
    }

    private static String owner(String name) {
        return name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
    }
}
