package dev.backplane.local.sqs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.iam.AccessRequest;
import dev.backplane.local.iam.Iam;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The SQS endpoint: checks permissions and forwards calls to the engine. */
public final class SqsService implements AwsService {

    private static final String BATCH = "Batch";

    private static final String SOURCE = "SourceArn";
    private static final String DESTINATION = "DestinationArn";
    private static final String START_MOVE = "StartMessageMoveTask";
    private static final String GET_ATTRIBUTES = "GetQueueAttributes";
    private static final String SET_ATTRIBUTES = "SetQueueAttributes";
    private static final String LIST_MOVES = "ListMessageMoveTasks";
    private static final String TOTAL = "ApproximateNumberOfMessagesToMove";

    private final Engine engine;
    private final Queues queues;
    private final QueueAttributes attributes;

    public SqsService(Engine engine, Queues queues, Iam iam) {
        this.engine = engine;
        this.queues = queues;
        this.attributes = new QueueAttributes(engine, iam.queuePolicies());
    }

    @Override
    public List<String> hosts() {
        return List.of("sqs." + Account.REGION + ".amazonaws.com");
    }

    @Override
    public Optional<List<AccessRequest>> accesses(AwsRequest request) {
        return switch (request.action()) {
            case "SendMessage",
                    "SendMessageBatch",
                    "ReceiveMessage",
                    "DeleteMessage",
                    "DeleteMessageBatch",
                    "ChangeMessageVisibility",
                    "ChangeMessageVisibilityBatch",
                    GET_ATTRIBUTES,
                    SET_ATTRIBUTES -> Optional.of(List.of(access(request)));
            case START_MOVE -> Optional.of(redriving(request.body()));
            case LIST_MOVES -> Optional.of(of(source(request.body()), "ListMessageMoveTasks", "GetQueueAttributes"));
            default -> Optional.empty();
        };
    }

    /**
     * Returns the permissions to redrive messages:
     * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
     */
    private List<AccessRequest> redriving(JsonNode body) {
        String source = source(body);
        List<String> destinations =
                body.has(DESTINATION) ? List.of(body.path(DESTINATION).asText()) : queues.withDeadLettersIn(source);
        return Stream.concat(
                        of(source, START_MOVE, "ReceiveMessage", "DeleteMessage", "GetQueueAttributes").stream(),
                        destinations.stream().flatMap(queue -> of(queue, "SendMessage").stream()))
                .toList();
    }

    private static List<AccessRequest> of(String queue, String... actions) {
        return Stream.of(actions)
                .map(action -> new AccessRequest("sqs:" + action, queue))
                .toList();
    }

    private static String source(JsonNode body) {
        return body.path(SOURCE).asText();
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) throws IOException {
        return switch (request.action()) {
            case START_MOVE -> start(request);
            case LIST_MOVES -> list(request);
            case GET_ATTRIBUTES -> attributes.get(request);
            case SET_ATTRIBUTES -> attributes.set(request);
            default -> engine.forward(request);
        };
    }

    private HttpExecuteResponse start(AwsRequest request) throws IOException {
        for (String parameter : List.of(SOURCE, DESTINATION)) {
            if (request.body().has(parameter) && isMissing(request, parameter)) {
                return missing(parameter);
            }
        }
        return request.body().has(DESTINATION) ? engine.forward(request) : moveBack(request);
    }

    /** Corrects the total, which the engine reduces with every message, and omits the handles of tasks that ended. */
    private HttpExecuteResponse list(AwsRequest request) throws IOException {
        if (isMissing(request, SOURCE)) {
            return missing(SOURCE);
        }
        JsonNode response = engine.call(LIST_MOVES, request.body());
        for (JsonNode entry : response.path("Results")) {
            ObjectNode task = (ObjectNode) entry;
            task.put(
                    TOTAL,
                    task.path(TOTAL).asLong()
                            + task.path("ApproximateNumberOfMessagesMoved").asLong());
            if (!task.path("Status").asText().equals("RUNNING")) {
                task.remove("TaskHandle");
            }
        }
        return AwsResponses.ok(response);
    }

    private boolean isMissing(AwsRequest request, String parameter) {
        String arn = request.body().path(parameter).asText();
        return !queues.names().contains(arn.substring(arn.lastIndexOf(':') + 1));
    }

    private static HttpExecuteResponse missing(String parameter) {
        return AwsResponses.refused(
                "com.amazonaws.sqs#ResourceNotFoundException",
                "The resource that you specified for the " + parameter + " parameter doesn't exist.");
    }

    /** Adds the destination, because the engine does not respond to requests without it. */
    private HttpExecuteResponse moveBack(AwsRequest request) throws IOException {
        String source = source(request.body());
        List<String> origins = queues.withDeadLettersIn(source);
        if (origins.size() != 1) {
            return AwsResponses.refused(
                    "com.amazonaws.sqs#UnsupportedOperation",
                    source + " is the dead-letter queue of " + origins.size() + " queues: specify a DestinationArn");
        }
        ObjectNode body = request.body().deepCopy();
        return engine.forward(request, body.put(DESTINATION, origins.getFirst()));
    }

    private static AccessRequest access(AwsRequest request) {
        String action = request.action();
        // A batch needs the permission for single messages.
        String permission = action.endsWith(BATCH) ? action.substring(0, action.length() - BATCH.length()) : action;
        String url = request.body().path("QueueUrl").asText();
        return new AccessRequest("sqs:" + permission, Account.arn("sqs", url.substring(url.lastIndexOf('/') + 1)));
    }
}
