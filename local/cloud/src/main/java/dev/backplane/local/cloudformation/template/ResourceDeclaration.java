package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A resource as its kind sees it when asked for a name: properties are resolved one by one, when read. */
public final class ResourceDeclaration {
    private static final int MAX_NAME_LENGTH = 64;

    private final String stack;
    private final String logicalId;
    private final JsonNode rawProperties;
    private final UnaryOperator<JsonNode> resolve;

    ResourceDeclaration(String stack, String logicalId, JsonNode rawProperties, UnaryOperator<JsonNode> resolve) {
        this.stack = stack;
        this.logicalId = logicalId;
        this.rawProperties = rawProperties;
        this.resolve = resolve;
    }

    public String stack() {
        return stack;
    }

    public String logicalId() {
        return logicalId;
    }

    /** The resolved property, or a missing node. */
    public JsonNode property(String name) {
        return resolve.apply(rawProperties.path(name));
    }

    /** The resolved property as text, empty when the template does not give it. */
    public Optional<String> text(String name) {
        JsonNode value = property(name);
        return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
    }

    /** The name that CloudFormation would make up, without its random ending so that it is the same at every start. */
    public String generatedName() {
        String name = stack + "-" + logicalId;
        if (name.length() <= MAX_NAME_LENGTH) {
            return name;
        }
        String ending = String.format(Locale.ROOT, "-%08x", name.hashCode());
        return name.substring(0, MAX_NAME_LENGTH - ending.length()) + ending;
    }

    /** The name the template gives in this property, else a generated one. */
    public String nameFrom(String property) {
        return text(property).orElseGet(this::generatedName);
    }

    /** The identity of a resource that others refer to by nothing but its generated name. */
    public ResourceIdentity generatedIdentity() {
        return ResourceIdentity.of(generatedName());
    }
}
