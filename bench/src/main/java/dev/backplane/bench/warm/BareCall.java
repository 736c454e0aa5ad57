package dev.backplane.bench.warm;

import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.AwsResponse;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.client.config.SdkClientConfiguration;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.protocols.json.AwsJsonProtocol;
import software.amazon.awssdk.protocols.json.AwsJsonProtocolFactory;
import software.amazon.awssdk.protocols.json.JsonOperationMetadata;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A single call of the SDK with a prebuilt request. */
record BareCall(Function<DynamoDbClient, AwsResponse> call) {

    private static final AwsJsonProtocolFactory PROTOCOL = AwsJsonProtocolFactory.builder()
            .clientConfiguration(SdkClientConfiguration.builder().build())
            .protocol(AwsJsonProtocol.AWS_JSON)
            .protocolVersion("1.0")
            .build();

    private static final JsonOperationMetadata JSON_BODY = JsonOperationMetadata.builder()
            .hasStreamingSuccessResponse(false)
            .isPayloadJson(true)
            .build();

    AwsResponse send(DynamoDbClient client) {
        return call.apply(client);
    }

    /** Returns the call that a recorded HTTP request makes. */
    static BareCall of(HttpExecuteRequest recorded) {
        String target =
                recorded.httpRequest().firstMatchingHeader("X-Amz-Target").orElseThrow();
        return switch (target.substring(target.indexOf('.') + 1)) {
            case "GetItem" -> of(recorded, GetItemRequest.class, GetItemRequest::builder, DynamoDbClient::getItem);
            case "BatchGetItem" ->
                of(recorded, BatchGetItemRequest.class, BatchGetItemRequest::builder, DynamoDbClient::batchGetItem);
            case "TransactGetItems" ->
                of(
                        recorded,
                        TransactGetItemsRequest.class,
                        TransactGetItemsRequest::builder,
                        DynamoDbClient::transactGetItems);
            case "Query" -> of(recorded, QueryRequest.class, QueryRequest::builder, DynamoDbClient::query);
            case "PutItem" -> of(recorded, PutItemRequest.class, PutItemRequest::builder, DynamoDbClient::putItem);
            case "UpdateItem" ->
                of(recorded, UpdateItemRequest.class, UpdateItemRequest::builder, DynamoDbClient::updateItem);
            case "TransactWriteItems" ->
                transaction(read(recorded, TransactWriteItemsRequest.class, TransactWriteItemsRequest::builder));
            case String other -> throw new IllegalArgumentException("Unexpected call: " + other);
        };
    }

    private static <R extends SdkPojo> BareCall of(
            HttpExecuteRequest recorded,
            Class<R> type,
            Supplier<? extends SdkPojo> builder,
            BiFunction<DynamoDbClient, R, ? extends AwsResponse> operation) {
        R request = read(recorded, type, builder);
        return new BareCall(client -> operation.apply(client, request));
    }

    /** Removes the idempotency token; otherwise DynamoDB would ignore a repeated call. */
    private static BareCall transaction(TransactWriteItemsRequest sent) {
        TransactWriteItemsRequest request =
                sent.toBuilder().clientRequestToken(null).build();
        return new BareCall(client -> client.transactWriteItems(request));
    }

    /** Parses a request with the SDK's response parser: both have the same format. */
    private static <R extends SdkPojo> R read(
            HttpExecuteRequest recorded, Class<R> type, Supplier<? extends SdkPojo> builder) {
        try {
            SdkHttpFullResponse body = SdkHttpFullResponse.builder()
                    .statusCode(200)
                    .content(AbortableInputStream.create(
                            recorded.contentStreamProvider().orElseThrow().newStream()))
                    .build();
            return type.cast(
                    PROTOCOL.createResponseHandler(JSON_BODY, builder::get).handle(body, new ExecutionAttributes()));
        } catch (Exception e) { // the SDK declares no narrower type
            throw new IllegalStateException("Cannot parse the request", e);
        }
    }
}
