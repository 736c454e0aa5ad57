package dev.backplane.local.cloudformation.template;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One resource of a template, with every intrinsic function in its properties resolved.
 *
 * @param properties an object, empty when the template gives none
 */
public record TemplateResource(
        String stack, String logicalId, String type, ResourceIdentity identity, JsonNode properties) {

    /** What {@code Ref} gives for this resource. */
    public String ref() {
        return identity.ref();
    }

    /** What {@code Fn::GetAtt} with the attribute {@code Arn} gives, or the ref where that is the ARN. */
    public String arn() {
        return identity.arn().orElseThrow(() -> new IllegalStateException(this + " has no ARN"));
    }

    /** The name to show to people. */
    @Override
    public String toString() {
        return stack + "/" + logicalId + " (" + type + ")";
    }
}
