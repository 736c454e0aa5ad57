package dev.backplane.local.cognito;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cloudformation.template.KnownProperties;
import dev.backplane.local.cloudformation.template.ResourceDeclaration;
import dev.backplane.local.cloudformation.template.ResourceKind;
import dev.backplane.local.cloudformation.template.TemplateResource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A call of UpdateUserPoolClient that the templates make during a deployment, with the CDK's custom resource for calls
 * to AWS. As in Cognito, the request replaces all settings of the client.
 */
record ClientUpdate(String clientId, JsonNode settings) {

    static final String TYPE = "Custom::AWS";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ACTION = "UpdateUserPoolClient";

    /** Returns the kind of the custom resource, which supports this call only. */
    static ResourceKind kind(KnownProperties settings) {
        return new ResourceKind(
                TYPE,
                KnownProperties.used("Create")
                        .withoutEffect("the local cloud makes the call itself", "ServiceToken", "InstallLatestAwsSdk")
                        .withoutEffect("each start is a first deployment", "Update", "Delete"),
                ResourceDeclaration::generatedIdentity,
                resource -> problems(resource, settings));
    }

    private static List<String> problems(TemplateResource resource, KnownProperties known) {
        JsonNode call = call(resource);
        if (!call.path("action").asText().equals(ACTION)) {
            return List.of("makes a call that is not supported by the local cloud: " + call.path("action"));
        }
        return known.unknownIn(of(resource).settings()).stream()
                .map(path -> "property " + path + " is not supported by the local cloud")
                .toList();
    }

    /** Returns the updates of the templates by client id. */
    static Map<String, ClientUpdate> all(CloudTemplates templates) {
        return templates.ofType(TYPE).stream()
                .map(ClientUpdate::of)
                .collect(Collectors.toMap(ClientUpdate::clientId, Function.identity()));
    }

    private static ClientUpdate of(TemplateResource resource) {
        ObjectNode settings = call(resource).path("parameters").deepCopy();
        return new ClientUpdate(settings.remove("ClientId").asText(), settings);
    }

    private static JsonNode call(TemplateResource resource) {
        try {
            return JSON.readTree(resource.properties().path("Create").asText());
        } catch (JsonProcessingException e) {
            return JsonNodeFactory.instance.missingNode();
        }
    }
}
