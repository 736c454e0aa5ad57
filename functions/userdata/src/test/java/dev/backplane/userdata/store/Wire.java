package dev.backplane.userdata.store;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The way to a real DynamoDB, on which a test puts cancellations that the engine itself never raises. */
final class Wire implements SdkHttpClient {

    private final SdkHttpClient engine;
    private final Deque<String> script = new ArrayDeque<>();
    private final List<String> actions = new ArrayList<>();

    Wire(SdkHttpClient engine) {
        this.engine = engine;
    }

    /** Cancels the next transaction, with a reason for each of its actions. */
    Wire cancel(String... codes) {
        script.add("{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\",\"message\":\"no\","
                + "\"CancellationReasons\":["
                + Stream.of(codes).map(code -> "{\"Code\":\"" + code + "\"}").collect(Collectors.joining(","))
                + "]}");
        return this;
    }

    /** Returns the names of the calls so far. */
    List<String> actions() {
        return List.copyOf(actions);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        String target =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        String action = target.substring(target.indexOf('.') + 1);
        actions.add(action);
        if (!action.equals("TransactWriteItems") || script.isEmpty()) {
            return engine.prepareRequest(request);
        }
        String answer = script.removeFirst();
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                return HttpExecuteResponse.builder()
                        .response(SdkHttpResponse.builder()
                                .statusCode(400)
                                .putHeader("content-type", "application/x-amz-json-1.0")
                                .build())
                        .responseBody(AbortableInputStream.create(
                                new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8))))
                        .build();
            }

            @Override
            public void abort() {}
        };
    }

    @Override
    public void close() {}
}
