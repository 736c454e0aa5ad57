package dev.backplane.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names that parts of a CloudFormation template refer to. */
final class TemplateReferences {

    private static final Pattern SUBSTITUTION = Pattern.compile("\\$\\{([^!}][^}]*)}");

    private TemplateReferences() {}

    /** Returns the parameters, resources and pseudo parameters that a part refers to, with its dependencies. */
    static Set<String> in(JsonNode part) {
        Set<String> names = new LinkedHashSet<>();
        collect(part, names);
        return names;
    }

    /** Returns the resources that have to be created before a resource. */
    static Set<String> before(JsonNode resources, String logicalId) {
        Set<String> found = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(Set.of(logicalId));
        while (!open.isEmpty()) {
            for (String name : in(resources.path(open.pop()))) {
                if (resources.has(name) && found.add(name)) {
                    open.push(name);
                }
            }
        }
        return found;
    }

    private static void collect(JsonNode node, Set<String> names) {
        if (node.isObject()) {
            node.properties().forEach(member -> {
                switch (member.getKey()) {
                    case "Ref" -> names.add(member.getValue().asText());
                    case "DependsOn" -> texts(member.getValue(), names);
                    case "Fn::GetAtt" -> names.add(owner(first(member.getValue())));
                    case "Fn::Sub" -> substitutions(member.getValue(), names);
                    default -> {}
                }
            });
        }
        node.forEach(child -> collect(child, names));
    }

    private static void texts(JsonNode dependsOn, Set<String> names) {
        if (dependsOn.isTextual()) {
            names.add(dependsOn.asText());
        }
        dependsOn.forEach(name -> names.add(name.asText()));
    }

    private static String first(JsonNode argument) {
        return argument.isArray() ? argument.path(0).asText() : argument.asText();
    }

    private static void substitutions(JsonNode argument, Set<String> names) {
        Matcher matcher = SUBSTITUTION.matcher(first(argument));
        while (matcher.find()) {
            if (!argument.path(1).has(matcher.group(1))) {
                names.add(owner(matcher.group(1)));
            }
        }
    }

    private static String owner(String name) {
        return name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
    }
}
