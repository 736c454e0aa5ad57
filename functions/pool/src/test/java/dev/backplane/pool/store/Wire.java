package dev.backplane.pool.store;

import dev.backplane.platform.aws.AwsConnection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The way to DynamoDB, on which a test lets transactions be cancelled, answers get lost, and the caller die. */
public final class Wire implements SdkHttpClient {

    /** The end of the process that called; no code can catch it by mistake. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1;

        Crash(int call) {
            super("died at call " + call);
        }
    }

    private final SdkHttpClient engine;
    private final ConcurrentLinkedDeque<String> cancellations = new ConcurrentLinkedDeque<>();
    private final List<String> actions = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile @Nullable String everyCancellation;
    private volatile @Nullable String refused;
    private volatile int deathAt = -1;
    private volatile boolean deathAfterwards;
    private volatile Supplier<Boolean> loses = () -> false;
    private volatile Runnable beforeCall = () -> {};
    private final AtomicInteger broken = new AtomicInteger();

    Wire(SdkHttpClient engine) {
        this.engine = engine;
    }

    /** Returns a connection that leads over a wire. */
    public static AwsConnection over(AwsConnection aws, Wire wire) {
        return new AwsConnection(wire, aws.credentials(), aws.region(), aws.endpoint());
    }

    /** Cancels the next transaction, with one reason for each of its actions. */
    Wire cancels(String... codes) {
        cancellations.add(answer(codes));
        return this;
    }

    /** Cancels every transaction from now on. */
    Wire cancelsAll(String... codes) {
        everyCancellation = answer(codes);
        return this;
    }

    /** Refuses the next call of an action for good, as DynamoDB does when it finds it invalid. */
    void refusesOnce(String action) {
        refused = action;
    }

    /** Does something before each call, for example moves the clock. */
    void beforeEachCall(Runnable work) {
        beforeCall = work;
    }

    /** Lets the caller die instead of making its nth call, or just after it was made; calls count from 1. */
    void dieAt(int call, boolean afterwards) {
        calls.set(0);
        deathAfterwards = afterwards;
        deathAt = call;
    }

    void liveOn() {
        deathAt = -1;
    }

    /** Loses the answers to transactions that were made, whenever that is said. */
    void lose(Supplier<Boolean> whether) {
        loses = whether;
    }

    /** Breaks the line before the answer to the next write, which the SDK then sends again. */
    void breakAfterWrite() {
        broken.set(1);
    }

    /** Returns the actions that were called, in their order. */
    List<String> actions() {
        return List.copyOf(actions);
    }

    private static String answer(String... codes) {
        String reasons = Arrays.stream(codes)
                .map(code -> "{\"Code\":\"" + code + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        return "{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\","
                + "\"Message\":\"scripted\",\"CancellationReasons\":" + reasons + "}";
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        String target =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        String action = target.substring(target.indexOf('.') + 1);
        ExecutableHttpRequest prepared = engine.prepareRequest(request);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return Wire.this.call(action, prepared);
            }

            @Override
            public void abort() {
                prepared.abort();
            }
        };
    }

    private HttpExecuteResponse call(String action, ExecutableHttpRequest request) throws IOException {
        actions.add(action);
        beforeCall.run();
        int call = calls.incrementAndGet();
        if (call == deathAt && !deathAfterwards) {
            throw new Crash(call);
        }
        if (action.equals(refused)) {
            refused = null;
            return cancelled("{\"__type\":\"com.amazonaws.dynamodb.v20120810#ValidationException\"}");
        }
        boolean transaction = action.equals("TransactWriteItems");
        String scripted = transaction ? cancellations.poll() : null;
        if (scripted == null && transaction) {
            scripted = everyCancellation;
        }
        if (scripted != null) {
            return cancelled(scripted);
        }
        HttpExecuteResponse answer = request.call();
        if (call == deathAt) {
            throw new Crash(call);
        }
        if ((transaction || action.equals("UpdateItem")) && broken.getAndSet(0) > 0) {
            throw new IOException("the line broke before the answer");
        }
        if (transaction && loses.get()) {
            throw new Crash(call);
        }
        return answer;
    }

    private static HttpExecuteResponse cancelled(String body) {
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder().statusCode(400).build())
                .responseBody(
                        AbortableInputStream.create(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .build();
    }

    @Override
    public void close() {}
}
