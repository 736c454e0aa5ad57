package dev.backplane.platform.dynamo;

import static org.mockito.Mockito.mock;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A client that answers as a test scripts it, for what DynamoDB Local never does: conflicts and throttling. */
final class ScriptedDynamo {

    private final Deque<Object> script = new ArrayDeque<>();
    private final DynamoDbClient client = mock(DynamoDbClient.class, _ -> play());
    private int calls;

    DynamoDbClient client() {
        return client;
    }

    /** Throws at the next call. */
    ScriptedDynamo fails(RuntimeException exception) {
        script.add(exception);
        return this;
    }

    /** Throws an exception with the code that DynamoDB sends with it. */
    ScriptedDynamo fails(AwsServiceException.Builder exception, String code) {
        return fails(error(exception, code));
    }

    static AwsServiceException error(AwsServiceException.Builder exception, String code) {
        return exception
                .message("scripted " + code)
                .statusCode(400)
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
                .build();
    }

    /** Cancels the transaction of the next call, with one reason for each of its actions. */
    ScriptedDynamo cancels(String... codes) {
        return cancels(List.of(codes).stream()
                .map(code -> CancellationReason.builder().code(code).build())
                .toArray(CancellationReason[]::new));
    }

    ScriptedDynamo cancels(CancellationReason... reasons) {
        return fails(
                TransactionCanceledException.builder().cancellationReasons(reasons), "TransactionCanceledException");
    }

    /** Answers the next call. */
    ScriptedDynamo answers(DynamoDbResponse response) {
        script.add(response);
        return this;
    }

    int calls() {
        return calls;
    }

    /** Plays the next step; the last one is played again and again. */
    private Object play() {
        calls++;
        Object step = script.size() > 1 ? script.removeFirst() : script.getFirst();
        if (step instanceof RuntimeException exception) {
            throw exception;
        }
        return step;
    }
}
