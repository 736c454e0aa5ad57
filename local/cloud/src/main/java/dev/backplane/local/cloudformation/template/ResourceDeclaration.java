package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A declared resource whose properties are resolved on access. */
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

    /** Returns the resolved property, or a missing node. */
    public JsonNode property(String name) {
        return resolve.apply(rawProperties.path(name));
    }

    /** Returns the resolved text property; empty when missing. */
    public Optional<String> text(String name) {
        JsonNode value = property(name);
        return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
    }

    /** Returns the generated name, without a random suffix so that it is stable across starts. */
    public String generatedName() {
        String name = stack + "-" + logicalId;
        if (name.length() <= MAX_NAME_LENGTH) {
            return name;
        }
        String ending = String.format(Locale.ROOT, "-%08x", name.hashCode());
        return name.substring(0, MAX_NAME_LENGTH - ending.length()) + ending;
    }

    /** Returns the name in this property, or a generated one. */
    public String nameFrom(String property) {
        return text(property).orElseGet(this::generatedName);
    }

    /** Returns the identity of a resource that is known by its generated name only. */
    public ResourceIdentity generatedIdentity() {
        return ResourceIdentity.of(generatedName());
    }
}
