package dev.backplane.platform.dynamo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Answers as a test scripts it, for what DynamoDB Local never does: conflicts and throttling. */
final class ScriptedDynamo implements DynamoDbClient {

    private final Deque<Object> script = new ArrayDeque<>();
    private final List<DynamoDbRequest> requests = new ArrayList<>();

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
        return requests.size();
    }

    List<DynamoDbRequest> requests() {
        return requests;
    }

    /** Plays the next step; the last one is played again and again. */
    private <T extends DynamoDbResponse> T play(DynamoDbRequest request, Class<T> type) {
        requests.add(request);
        Object step = script.size() > 1 ? script.removeFirst() : script.getFirst();
        if (step instanceof RuntimeException exception) {
            throw exception;
        }
        return type.cast(step);
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        return play(request, GetItemResponse.class);
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        return play(request, BatchGetItemResponse.class);
    }

    @Override
    public TransactGetItemsResponse transactGetItems(TransactGetItemsRequest request) {
        return play(request, TransactGetItemsResponse.class);
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        return play(request, QueryResponse.class);
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        return play(request, PutItemResponse.class);
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        return play(request, UpdateItemResponse.class);
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        return play(request, DeleteItemResponse.class);
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return play(request, TransactWriteItemsResponse.class);
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}
}
