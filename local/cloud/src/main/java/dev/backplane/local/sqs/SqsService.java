package dev.backplane.local.sqs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsResponses;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.iam.AccessRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** The SQS endpoint: checks permissions and forwards calls to the engine. */
public final class SqsService implements AwsService {

    private static final String BATCH = "Batch";

    private static final String DESTINATION = "DestinationArn";

    private final Engine engine;
    private final Queues queues;

    public SqsService(Engine engine, Queues queues) {
        this.engine = engine;
        this.queues = queues;
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
                    "GetQueueAttributes" -> Optional.of(List.of(access(request)));
            default -> Optional.empty();
        };
    }

    @Override
    public HttpExecuteResponse perform(AwsRequest request) throws IOException {
        return request.action().equals("StartMessageMoveTask")
                        && !request.body().has(DESTINATION)
                ? moveBack(request)
                : engine.forward(request);
    }

    /** Adds the destination, because the engine does not respond to requests without it. */
    private HttpExecuteResponse moveBack(AwsRequest request) throws IOException {
        String source = request.body().path("SourceArn").asText();
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
