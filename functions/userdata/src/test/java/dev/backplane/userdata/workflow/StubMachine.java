package dev.backplane.userdata.workflow;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** A network in which Step Functions starts executions that do nothing; other calls go to the engine. */
public final class StubMachine implements SdkHttpClient {

    private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]+)\"");
    private static final Pattern ARN = Pattern.compile("\"executionArn\":\"[^\"]*:([^\":]+)\"");

    private final SdkHttpClient others;
    private final List<String> started = new CopyOnWriteArrayList<>();
    private final List<String> inputs = new CopyOnWriteArrayList<>();
    private final Set<String> ended = ConcurrentHashMap.newKeySet();

    public StubMachine(SdkHttpClient others) {
        this.others = others;
    }

    /** Returns the names of the executions, in the order of their starts. */
    public List<String> started() {
        return List.copyOf(started);
    }

    /** Returns the bodies of the calls that started them. */
    public List<String> inputs() {
        return List.copyOf(inputs);
    }

    /** Lets an execution end without a result. */
    public void end(String name) {
        ended.add(name);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        String target =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        if (!target.startsWith("AWSStepFunctions.")) {
            return others.prepareRequest(request);
        }
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                String body = body(request);
                return target.endsWith("StartExecution") ? start(body) : describe(body);
            }

            @Override
            public void abort() {}
        };
    }

    private static String body(HttpExecuteRequest request) {
        try (var stream = request.contentStreamProvider().orElseThrow().newStream()) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private HttpExecuteResponse start(String body) {
        String name = found(NAME, body);
        if (ended.contains(name)) {
            return response(400, "{\"__type\":\"ExecutionAlreadyExists\",\"message\":\"taken\"}");
        }
        if (!started.contains(name)) {
            started.add(name);
            inputs.add(body);
        }
        return response(200, "{\"executionArn\":\"arn\",\"startDate\":1}");
    }

    private HttpExecuteResponse describe(String body) {
        String status = ended.contains(found(ARN, body)) ? "ABORTED" : "RUNNING";
        return response(
                200,
                "{\"executionArn\":\"arn\",\"stateMachineArn\":\"arn\",\"startDate\":1,\"status\":\"" + status + "\"}");
    }

    private static String found(Pattern pattern, String body) {
        Matcher matcher = pattern.matcher(body);
        if (!matcher.find()) {
            throw new IllegalArgumentException(body);
        }
        return matcher.group(1);
    }

    private static HttpExecuteResponse response(int status, String body) {
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder().statusCode(status).build())
                .responseBody(
                        AbortableInputStream.create(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .build();
    }

    @Override
    public void close() {
        others.close();
    }
}
