package dev.backplane.local.lambda;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.aws.AwsCalls;
import dev.backplane.local.sqs.Queues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * An asynchronous invocation that failed, for the dead-letter queue of its function.
 *
 * @param last the last attempt
 */
record DeadLetter(String queueArn, String event, InvocationResult last) {

    private static final System.Logger LOG = System.getLogger(DeadLetter.class.getName());

    /** Lambda cuts the message of the error to this length. */
    private static final int MAX_MESSAGE = 1024;

    /** Sends it with the role of the function. If that fails, the event is lost, as on AWS. */
    void send(AwsCalls calls) {
        try {
            AwsCalls.Reply reply = calls.call("sqs", "AmazonSQS.SendMessage", message());
            if (reply.isRefusal()) {
                LOG.log(System.Logger.Level.WARNING, "A dead letter is lost: " + reply.content());
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "A dead letter is lost", e);
        }
    }

    private ObjectNode message() {
        ObjectNode message = JsonNodeFactory.instance
                .objectNode()
                .put("QueueUrl", Queues.urlOf(queueArn))
                .put("MessageBody", event);
        ObjectNode attributes = message.putObject("MessageAttributes");
        attribute(attributes, "RequestID", "String", last.requestId());
        attribute(attributes, "ErrorCode", "Number", "200");
        String error = new String(last.payload(), StandardCharsets.UTF_8);
        attribute(attributes, "ErrorMessage", "String", error.substring(0, Math.min(error.length(), MAX_MESSAGE)));
        return message;
    }

    private static void attribute(ObjectNode attributes, String name, String type, String value) {
        attributes.putObject(name).put("DataType", type).put("StringValue", value);
    }
}
