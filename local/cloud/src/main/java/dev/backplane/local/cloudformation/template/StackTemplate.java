package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The template of a runtime stack, resolved against the current state of the stack. */
public final class StackTemplate {

    private final TemplateFile file;

    /** The current values of names in the template. */
    public interface Values {

        /** Returns the value of a parameter, resource or pseudo parameter. */
        Optional<JsonNode> ref(String name);

        Optional<JsonNode> attribute(String logicalId, String attribute);
    }

    public StackTemplate(String stack, ObjectNode template) {
        this.file = new TemplateFile(stack, template);
    }

    /** Returns the declaration of a resource. */
    public JsonNode resource(String logicalId) {
        return file.resource(logicalId);
    }

    /** Returns the logical ids of all resources. */
    public List<String> resources() {
        return List.copyOf(section("Resources").keySet());
    }

    /** Returns the members of a section, in order. */
    public Map<String, JsonNode> section(String name) {
        Map<String, JsonNode> members = new LinkedHashMap<>();
        file.template().path(name).properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        return members;
    }

    /**
     * Evaluates every intrinsic function in a part of the template.
     *
     * @param name the name for messages
     * @throws TemplateException if a reference cannot be resolved
     */
    public JsonNode resolve(String name, JsonNode part, Values values) {
        return evaluate(values, intrinsics -> intrinsics.resolve(at(name), part));
    }

    /** Returns the explicit and implicit dependencies of a resource. */
    public Set<String> dependencies(String logicalId) {
        JsonNode declared = file.resource(logicalId);
        Set<String> names = named(declared.path("DependsOn"));
        names.addAll(ReferencedNames.in(declared.path("Properties")));
        names.removeIf(name -> file.resource(name).isMissingNode());
        return names;
    }

    /** Returns the undeclared names that the template refers to. */
    public Set<String> unresolved() {
        Set<String> names = ReferencedNames.in(file.template().path("Resources"));
        names.addAll(ReferencedNames.in(file.template().path("Outputs")));
        section("Resources").values().forEach(resource -> names.addAll(named(resource.path("DependsOn"))));
        names.removeIf(name -> name.startsWith("AWS::")
                || !file.resource(name).isMissingNode()
                || !file.parameter(name).isMissingNode());
        return names;
    }

    private static Set<String> named(JsonNode dependsOn) {
        Set<String> names = new LinkedHashSet<>();
        if (dependsOn.isTextual()) {
            names.add(dependsOn.asText());
        }
        dependsOn.forEach(name -> names.add(name.asText()));
        return names;
    }

    private TemplateLocation at(String name) {
        return new TemplateLocation(file, name);
    }

    private static <T> T evaluate(Values values, Function<Intrinsics, T> work) {
        TemplateProblems problems = new TemplateProblems();
        T result = work.apply(new Intrinsics(new StackLookup(values, problems), problems));
        problems.throwIfAny();
        return result;
    }

    private record StackLookup(Values values, TemplateProblems problems) implements Intrinsics.Lookup {

        @Override
        public JsonNode ref(TemplateLocation place, String name) {
            if (name.equals("AWS::NoValue")) {
                return Intrinsics.noValue();
            }
            // First the values, because other accounts have other ids.
            return values.ref(name).or(() -> ReferenceResolver.pseudo(name)).orElseGet(() -> missing(place, name));
        }

        @Override
        public JsonNode attribute(TemplateLocation place, String logicalId, String attribute) {
            return values.attribute(logicalId, attribute).orElseGet(() -> missing(place, logicalId + "." + attribute));
        }

        @Override
        public JsonNode imported(TemplateLocation place, String name) {
            problems.add(place, "Fn::ImportValue is not supported in stacks of the local cloud");
            return TextNode.valueOf(name);
        }

        private JsonNode missing(TemplateLocation place, String name) {
            problems.add(place, "there is no " + name + " to refer to");
            return Intrinsics.unresolved();
        }
    }

    /** Finds the names that a part of a template refers to. */
    private static final class ReferencedNames {

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
}
