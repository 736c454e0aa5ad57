package dev.backplane.local.queues;

import dev.backplane.local.account.Account;
import dev.backplane.local.aws.AwsRequest;
import dev.backplane.local.aws.AwsService;
import dev.backplane.local.aws.Engine;
import dev.backplane.local.iam.Access;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.http.HttpExecuteResponse;

/** SQS's endpoint: knows which permission an operation needs and passes it on to the engine. */
public final class SqsService implements AwsService {
    private static final String BATCH = "Batch";

    private final Engine engine;

    public SqsService(Engine engine) {
        this.engine = engine;
    }

    @Override
    public List<String> hosts() {
        return List.of("sqs." + Account.REGION + ".amazonaws.com");
    }

    @Override
    public Optional<List<Access>> accesses(AwsRequest request) {
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
        return engine.forward(request);
    }

    private static Access access(AwsRequest request) {
        String action = request.action();
        // Permission for a batch is the permission for each message in it.
        String permission = action.endsWith(BATCH) ? action.substring(0, action.length() - BATCH.length()) : action;
        String url = request.body().path("QueueUrl").asText();
        return new Access("sqs:" + permission, Account.arn("sqs", url.substring(url.lastIndexOf('/') + 1)));
    }
}
