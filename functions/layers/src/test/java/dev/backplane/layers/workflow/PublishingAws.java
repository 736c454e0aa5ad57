package dev.backplane.layers.workflow;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;

/** A network in which everything that a publication needs succeeds: S3, Step Functions and Lambda; others are asked for the rest. */
public final class PublishingAws implements SdkHttpClient {

    private static final Pattern LAYER = Pattern.compile(".*/2018-10-31/layers/([^/]+)/versions(/.*)?");
    private static final Pattern REGION = Pattern.compile("Credential=[^/]+/[0-9]+/([a-z0-9-]+)/");

    private final SdkHttpClient others;
    private final AtomicInteger versions = new AtomicInteger(100);
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile long uploadedBytes = 22;
    private volatile String execution = "RUNNING";
    private volatile boolean executionsEnd;
    private volatile String silentRegion = "";
    private volatile Optional<String> lambdaError = Optional.empty();

    public PublishingAws(SdkHttpClient others) {
        this.others = others;
    }

    /** Sets the size of the upload; 0 for none. */
    public void upload(long bytes) {
        uploadedBytes = bytes;
    }

    /** Lets all executions have ended, so that their names are taken. */
    public void endExecutions() {
        execution = "FAILED";
        executionsEnd = true;
    }

    /** Lets new executions run again. */
    public void runExecutions() {
        executionsEnd = false;
    }

    /** Lets Lambda refuse to publish. */
    public void refuse(String code) {
        lambdaError = Optional.of(code);
    }

    /** Lets Lambda be unavailable in a region. */
    public void silence(String region) {
        silentRegion = region;
    }

    /** Returns the calls to Lambda: the method, the region and what follows the layer's name. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        Optional<HttpExecuteResponse> response = answer(request.httpRequest());
        if (response.isEmpty()) {
            return others.prepareRequest(request);
        }
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                return response.get();
            }

            @Override
            public void abort() {}
        };
    }

    private Optional<HttpExecuteResponse> answer(SdkHttpRequest request) {
        String target = request.firstMatchingHeader("X-Amz-Target").orElse("");
        if (target.startsWith("AWSStepFunctions.")) {
            return Optional.of(stepFunctions(target));
        }
        if (request.encodedPath().contains("/publications/")) {
            return Optional.of(s3());
        }
        Matcher layer = LAYER.matcher(request.encodedPath());
        return target.isEmpty() && layer.matches() ? Optional.of(lambda(request, layer)) : Optional.empty();
    }

    private HttpExecuteResponse stepFunctions(String target) {
        if (target.endsWith("StartExecution") && executionsEnd) {
            executionsEnd = false;
            return response(400, "{\"__type\":\"ExecutionAlreadyExists\",\"message\":\"taken\"}");
        }
        return response(
                200,
                target.endsWith("StartExecution")
                        ? "{\"executionArn\":\"arn\",\"startDate\":1}"
                        : "{\"executionArn\":\"arn\",\"stateMachineArn\":\"arn\",\"startDate\":1,\"status\":\""
                                + execution + "\"}");
    }

    private HttpExecuteResponse s3() {
        if (uploadedBytes == 0) {
            return response(404, "");
        }
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder()
                        .statusCode(200)
                        .putHeader("Content-Length", Long.toString(uploadedBytes))
                        .putHeader("ETag", "\"tag\"")
                        .build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(new byte[] {'P', 'K'})))
                .build();
    }

    private HttpExecuteResponse lambda(SdkHttpRequest request, Matcher layer) {
        Matcher region =
                REGION.matcher(request.firstMatchingHeader("Authorization").orElse(""));
        String name = region.find() ? region.group(1) : "";
        String rest = Optional.ofNullable(layer.group(2)).orElse("");
        calls.add(request.method() + " " + name + " " + rest);
        if (name.equals(silentRegion)) {
            return response(503, "");
        }
        if (lambdaError.isPresent() && rest.isEmpty() && request.method().name().equals("POST")) {
            return HttpExecuteResponse.builder()
                    .response(SdkHttpResponse.builder()
                            .statusCode(403)
                            .putHeader("x-amzn-ErrorType", lambdaError.get())
                            .build())
                    .responseBody(body("{\"message\":\"no\"}"))
                    .build();
        }
        return switch (request.method()) {
            case GET -> response(200, "{\"LayerVersions\":[]}");
            case DELETE -> response(204, "");
            default ->
                response(
                        201,
                        "{\"LayerVersionArn\":\"arn:aws:lambda:%s:000000000000:layer:%s:%d\"}"
                                .formatted(name, layer.group(1), versions.incrementAndGet()));
        };
    }

    private static HttpExecuteResponse response(int status, String body) {
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder().statusCode(status).build())
                .responseBody(body(body))
                .build();
    }

    private static AbortableInputStream body(String text) {
        return AbortableInputStream.create(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        others.close();
    }
}
