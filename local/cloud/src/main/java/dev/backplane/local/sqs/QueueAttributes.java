package dev.backplane.local.sqs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.aws.EngineCallException;
import dev.backplane.local.iam.MalformedPolicyException;
import dev.backplane.local.iam.QueuePolicies;
import java.io.IOException;
import java.util.List;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The attributes of queues: the engine has all but the policy, which the local cloud enforces itself. */
final class QueueAttributes {

    private static final String URL = "QueueUrl";
    private static final String POLICY = "Policy";
    private static final String NAMES = "AttributeNames";
    private static final String ATTRIBUTES = "Attributes";
    private static final String ANY = "QueueArn";

    private final Engine engine;
    private final QueuePolicies policies;

    QueueAttributes(Engine engine, QueuePolicies policies) {
        this.engine = engine;
        this.policies = policies;
    }

    HttpExecuteResponse get(AwsRequest request) throws IOException {
        List<String> names =
                request.body().path(NAMES).valueStream().map(JsonNode::asText).toList();
        if (!names.contains(POLICY) && !names.contains("All")) {
            return engine.forward(request);
        }
        ObjectNode body = request.body().deepCopy();
        List<String> others =
                names.stream().filter(name -> !name.equals(POLICY)).toList();
        // The engine rejects an empty list.
        (others.isEmpty() ? List.of(ANY) : others).forEach(body.putArray(NAMES)::add);
        JsonNode response;
        try {
            response = engine.call(request.action(), body);
        } catch (EngineCallException refused) {
            return engine.forward(request, body);
        }
        ObjectNode attributes =
                response.path(ATTRIBUTES) instanceof ObjectNode found ? found : JsonNodeFactory.instance.objectNode();
        if (others.isEmpty()) {
            attributes.remove(ANY);
        }
        policies.find(arn(request)).ifPresent(policy -> attributes.put(POLICY, policy));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        if (!attributes.isEmpty()) {
            answer.set(ATTRIBUTES, attributes);
        }
        return AwsResponses.ok(answer);
    }

    /** Sets the policy; other attributes come from templates only. */
    HttpExecuteResponse set(AwsRequest request) {
        JsonNode attributes = request.body().path(ATTRIBUTES);
        if (!attributes.path(POLICY).isTextual() || attributes.size() != 1) {
            return AwsResponses.refused(
                    "com.amazonaws.sqs#InvalidAttributeName", "The local cloud sets only the attribute Policy.");
        }
        ObjectNode check = JsonNodeFactory.instance.objectNode();
        check.set(URL, request.body().path(URL));
        check.putArray(NAMES).add(ANY);
        try {
            engine.call("GetQueueAttributes", check);
            policies.put(arn(request), attributes.path(POLICY).textValue());
            return AwsResponses.ok(JsonNodeFactory.instance.objectNode());
        } catch (EngineCallException missing) {
            return AwsResponses.refused("com.amazonaws.sqs#QueueDoesNotExist", "The specified queue does not exist.");
        } catch (MalformedPolicyException malformed) {
            return AwsResponses.refused("com.amazonaws.sqs#InvalidAttributeValue", malformed.reason());
        }
    }

    private static String arn(AwsRequest request) {
        String url = request.body().path(URL).asText();
        return Account.arn("sqs", url.substring(url.lastIndexOf('/') + 1));
    }
}
