package dev.backplane.userdata.store;

import dev.backplane.platform.aws.AwsConnection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The way to a real DynamoDB, on which a test puts what the engine itself never does. */
final class Wire implements SdkHttpClient {

    /** The end of the calling process; no code can catch it by mistake. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1;

        Crash(int call) {
            super("died at call " + call);
        }
    }

    private static final String NOTHING = "{\"Count\":0,\"ScannedCount\":0,\"Items\":[]}";

    private final SdkHttpClient engine;
    private final Deque<String> script = new ArrayDeque<>();
    private final List<String> actions = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private volatile boolean emptyIndexes;
    private volatile IntPredicate diesBefore = _ -> false;
    private volatile IntPredicate diesAfter = _ -> false;

    Wire(SdkHttpClient engine) {
        this.engine = engine;
    }

    /** Returns a connection that leads over this wire. */
    AwsConnection over(AwsConnection aws) {
        return new AwsConnection(this, aws.credentials(), aws.region(), aws.endpoint());
    }

    /** Cancels the next transaction, with a reason for each of its actions. */
    Wire cancel(String... codes) {
        script.add("{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\",\"message\":\"no\","
                + "\"CancellationReasons\":["
                + Stream.of(codes).map(code -> "{\"Code\":\"" + code + "\"}").collect(Collectors.joining(","))
                + "]}");
        return this;
    }

    /** Lets every query of an index find nothing, as if the index had not caught up with its table. */
    void emptyIndexes() {
        emptyIndexes = true;
    }

    /** Lets the caller die before a call, or right after it; calls count from 1. */
    void dieAt(int call, boolean afterwards) {
        calls.set(0);
        diesBefore = at -> !afterwards && at == call;
        diesAfter = at -> afterwards && at == call;
    }

    /** Lets the caller die before some calls and after others. */
    Wire dieAtRandom(Random random) {
        diesBefore = _ -> random.nextInt(30) == 0;
        diesAfter = _ -> random.nextInt(30) == 0;
        return this;
    }

    /** Ends all deaths. */
    void liveOn() {
        diesBefore = _ -> false;
        diesAfter = _ -> false;
    }

    /** Returns whether the calling process dies in some work, on whatever thread. */
    static boolean dies(Runnable work) {
        try {
            work.run();
            return false;
        } catch (Crash e) {
            return true;
        } catch (IllegalStateException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof Crash) {
                    return true;
                }
            }
            throw e;
        }
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
        int call = calls.incrementAndGet();
        if (diesBefore.test(call)) {
            throw new Crash(call);
        }
        if (action.equals("Query") && emptyIndexes && body(request).contains("\"IndexName\"")) {
            return answer(200, NOTHING);
        }
        if (action.equals("TransactWriteItems") && !script.isEmpty()) {
            return answer(400, script.removeFirst());
        }
        ExecutableHttpRequest prepared = engine.prepareRequest(request);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                HttpExecuteResponse response = prepared.call();
                if (diesAfter.test(call)) {
                    throw new Crash(call);
                }
                return response;
            }

            @Override
            public void abort() {
                prepared.abort();
            }
        };
    }

    private static String body(HttpExecuteRequest request) {
        try (InputStream body = request.contentStreamProvider().orElseThrow().newStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ExecutableHttpRequest answer(int status, String body) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                return HttpExecuteResponse.builder()
                        .response(SdkHttpResponse.builder()
                                .statusCode(status)
                                .putHeader("content-type", "application/x-amz-json-1.0")
                                .build())
                        .responseBody(AbortableInputStream.create(
                                new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                        .build();
            }

            @Override
            public void abort() {}
        };
    }

    @Override
    public void close() {}
}
