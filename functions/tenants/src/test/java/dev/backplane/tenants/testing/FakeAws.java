package dev.backplane.tenants.testing;

import dev.backplane.platform.aws.AwsConnection;
import dev.backplane.tenants.TenantsSettings;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.RecordingBus;
import dev.backplane.testing.TestPlatform;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;

/** A network with a real DynamoDB engine, a recording bus, and fake services. */
public final class FakeAws implements SdkHttpClient {

    /** The role whose sessions the clients of tenants use. */
    public static final String QUEUE_ROLE = "arn:aws:iam::000000000000:role/queues";

    public final RecordingBus bus = new RecordingBus();
    public final FakeMachines machines = new FakeMachines();
    public final FakeStacks stacks = new FakeStacks();
    public final FakeSessions sessions = new FakeSessions();
    public final FakeResponses responses = new FakeResponses();
    public final LocalQueues queues;
    private final DynamoLocal local;
    private volatile String unanswered = "none";
    private volatile Answer metrics = new Answer(200, "<GetMetricStatisticsResponse/>");

    public FakeAws(DynamoLocal local) {
        this.local = local;
        this.queues = new LocalQueues(this::connection);
    }

    /** The response of a service. */
    record Answer(int status, String body) {}

    /** Returns a platform that uses this network. */
    public TestPlatform platform(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(
                Map.of(TenantsSettings.TENANT_QUEUE_ROLE, QUEUE_ROLE, TenantsSettings.TENANT_STACK_PREFIX, "t"));
        all.putAll(settings);
        return new TestPlatform(all, connection());
    }

    private AwsConnection connection() {
        AwsConnection aws = local.aws();
        return new AwsConnection(this, aws.credentials(), aws.region(), aws.endpoint());
    }

    /** Sets the response of CloudWatch to requests for metrics. */
    public void measured(int status, String body) {
        metrics = new Answer(status, body);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        String target =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        if (target.startsWith("DynamoDB_")) {
            ExecutableHttpRequest call = local.aws().http().prepareRequest(request);
            return target.endsWith("." + unanswered) ? losingTheAnswer(call) : call;
        }
        if (target.startsWith("AWSEvents.")) {
            return bus.prepareRequest(request);
        }
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return target.startsWith("AmazonSQS.") ? ofQueues(request, target) : response(answer(request, target));
            }

            @Override
            public void abort() {}
        };
    }

    /** Loses the answers to an operation of DynamoDB, which takes effect all the same. */
    public void loseAnswersTo(String operation) {
        unanswered = operation;
    }

    private static ExecutableHttpRequest losingTheAnswer(ExecutableHttpRequest call) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                try (InputStream body = call.call().responseBody().orElseThrow()) {
                    body.readAllBytes();
                }
                throw new SocketTimeoutException("Read timed out");
            }

            @Override
            public void abort() {
                call.abort();
            }
        };
    }

    private HttpExecuteResponse ofQueues(HttpExecuteRequest request, String target) throws IOException {
        Optional<String> refusal = queues.refusal(target);
        return refusal.isPresent()
                ? response(new Answer(400, "{\"__type\":\"com.amazonaws.sqs#" + refusal.get() + "\"}"))
                : queues.answer(request, target);
    }

    private Answer answer(HttpExecuteRequest request, String target) throws IOException {
        String body = body(request);
        if (target.startsWith("AWSStepFunctions.")) {
            return machines.answer(target, body);
        }
        if (body.contains("Action=AssumeRole")) {
            return sessions.answer(body);
        }
        if (body.contains("Action=GetMetricStatistics")) {
            return metrics;
        }
        return request.httpRequest().method() == SdkHttpMethod.PUT
                ? responses.answer(request.httpRequest(), body)
                : stacks.answer(body);
    }

    private static String body(HttpExecuteRequest request) throws IOException {
        try (InputStream in = request.contentStreamProvider().orElseThrow().newStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static HttpExecuteResponse response(Answer answer) {
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder().statusCode(answer.status()).build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(body)))
                .build();
    }

    @Override
    public void close() {}
}
