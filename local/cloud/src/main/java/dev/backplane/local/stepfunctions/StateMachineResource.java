package dev.backplane.local.stepfunctions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.backplane.local.asl.StateMachine;
import dev.backplane.local.cloudformation.template.TemplateResource;

/**
 * A state machine of the templates.
 *
 * @param definition the original text, with its placeholders filled in
 * @param states the parsed definition
 */
record StateMachineResource(TemplateResource resource, String definition, StateMachine states) {

    String arn() {
        return resource.arn();
    }

    String name() {
        return arn().substring(arn().lastIndexOf(':') + 1);
    }

    String roleArn() {
        return resource.properties().path("RoleArn").asText();
    }

    JsonNode logging() {
        return resource.properties().path("LoggingConfiguration");
    }

    boolean isTraced() {
        return resource.properties().at("/TracingConfiguration/Enabled").asBoolean();
    }
}
