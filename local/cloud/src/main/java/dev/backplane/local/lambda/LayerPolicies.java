package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.AwsResponses;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The policies of layer versions, which share them with other accounts. They are stored but not enforced. */
final class LayerPolicies {

    private static final String POLICY = "Policy";
    private static final String REVISION = "RevisionId";
    private static final String STATEMENT = "Statement";

    private final Layers layers;

    LayerPolicies(Layers layers) {
        this.layers = layers;
    }

    /** Adds a statement. A statement id can be used once. */
    HttpExecuteResponse add(LayerId id, JsonNode request) {
        for (String required : new String[] {"StatementId", "Action", "Principal"}) {
            if (!request.path(required).isTextual()) {
                return AwsResponses.restRefused(400, "InvalidParameterValueException", required + " is required");
            }
        }
        String statementId = request.path("StatementId").asText();
        return layers.change(id.layer(), id.version(), details -> {
                    ArrayNode statements = details.withObjectProperty(POLICY).withArrayProperty(STATEMENT);
                    if (find(statements, statementId).isPresent()) {
                        return AwsResponses.restRefused(
                                409,
                                "ResourceConflictException",
                                "The statement id (" + statementId + ") provided already exists. Please provide a new"
                                        + " statement id, or remove the existing statement.");
                    }
                    ObjectNode statement = statement(id, request);
                    statements.add(statement);
                    return AwsResponses.rest(201, revised(details).put(STATEMENT, statement.toString()));
                })
                .orElseGet(LayerPolicies::missing);
    }

    private static ObjectNode statement(LayerId id, JsonNode request) {
        ObjectNode statement = JsonNodeFactory.instance.objectNode();
        statement
                .put("Sid", request.path("StatementId").asText())
                .put("Effect", "Allow")
                .put("Principal", request.path("Principal").asText())
                .put("Action", request.path("Action").asText())
                .put("Resource", id.layer().arn() + ":" + id.version());
        if (request.hasNonNull("OrganizationId")) {
            statement
                    .putObject("Condition")
                    .putObject("StringEquals")
                    .put("aws:PrincipalOrgID", request.path("OrganizationId").asText());
        }
        return statement;
    }

    private static ObjectNode revised(ObjectNode details) {
        String revision = UUID.randomUUID().toString();
        details.put(REVISION, revision);
        return JsonNodeFactory.instance.objectNode().put(REVISION, revision);
    }

    private static Optional<JsonNode> find(ArrayNode statements, String statementId) {
        return StreamSupport.stream(statements.spliterator(), false)
                .filter(statement -> statement.path("Sid").asText().equals(statementId))
                .findFirst();
    }

    HttpExecuteResponse get(LayerId id) {
        return layers.find(id.layer(), id.version())
                .map(LayerVersion::details)
                .filter(details -> !details.path(POLICY).path(STATEMENT).isEmpty())
                .map(details -> AwsResponses.rest(
                        200,
                        JsonNodeFactory.instance
                                .objectNode()
                                .put(POLICY, policy(details).toString())
                                .put(REVISION, details.path(REVISION).asText())))
                .orElseGet(LayerPolicies::withoutPolicy);
    }

    private static ObjectNode policy(ObjectNode details) {
        ObjectNode policy = JsonNodeFactory.instance.objectNode();
        policy.put("Version", "2012-10-17").put("Id", "default");
        return policy.set(STATEMENT, details.path(POLICY).path(STATEMENT));
    }

    HttpExecuteResponse remove(LayerId id, String statementId) {
        return layers.change(id.layer(), id.version(), details -> {
                    ArrayNode statements = details.withObjectProperty(POLICY).withArrayProperty(STATEMENT);
                    if (find(statements, statementId).isEmpty()) {
                        return withoutPolicy();
                    }
                    statements.removeIf(
                            statement -> statement.path("Sid").asText().equals(statementId));
                    revised(details);
                    return AwsResponses.restNoContent();
                })
                .orElseGet(LayerPolicies::missing);
    }

    private static HttpExecuteResponse missing() {
        return AwsResponses.restRefused(404, "ResourceNotFoundException", "The resource you requested does not exist.");
    }

    private static HttpExecuteResponse withoutPolicy() {
        return AwsResponses.restRefused(
                404, "ResourceNotFoundException", "No policy is associated with the given resource.");
    }
}
