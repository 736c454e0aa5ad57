package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A resource of a template with resolved properties.
 *
 * @param properties an object; may be empty
 */
public record TemplateResource(
        String stack, String logicalId, String type, ResourceIdentity identity, JsonNode properties) {

    /** Returns the {@code Ref} value. */
    public String ref() {
        return identity.ref();
    }

    /** Returns the ARN. */
    public String arn() {
        return identity.arn().orElseThrow(() -> new IllegalStateException(this + " has no ARN"));
    }

    /** Returns the display name. */
    @Override
    public String toString() {
        return stack + "/" + logicalId + " (" + type + ")";
    }
}
