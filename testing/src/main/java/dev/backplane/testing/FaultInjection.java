package dev.backplane.testing;

import dev.backplane.platform.aws.AwsConnection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** An HTTP client that adds faults to a real engine: crashes of the caller, lost responses and scripted errors. */
public final class FaultInjection implements SdkHttpClient {

    private static final String TRANSACTION = "TransactWriteItems";
    private static final String NO_ITEMS = "{\"Count\":0,\"ScannedCount\":0,\"Items\":[]}";
    private static final String INVALID = "{\"__type\":\"com.amazonaws.dynamodb.v20120810#ValidationException\"}";

    private final AwsConnection engine;
    private final Deque<String> cancellations = new ConcurrentLinkedDeque<>();
    private final List<String> operations = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicBoolean losesWrite = new AtomicBoolean();
    private volatile @Nullable String everyCancellation;
    private volatile @Nullable String rejected;
    private volatile boolean emptyIndexes;
    private volatile IntPredicate crashesBefore = _ -> false;
    private volatile IntPredicate crashesAfter = _ -> false;
    private volatile BooleanSupplier crashesAfterTransaction = () -> false;
    private volatile Consumer<String> beforeCall = _ -> {};

    /** The end of the calling process; an error, so that the code under test does not handle it. */
    public static final class Crash extends Error {

        private static final long serialVersionUID = 1;

        public Crash(String message) {
            super(message);
        }
    }

    /** Creates a client without faults. */
    public FaultInjection(AwsConnection engine) {
        this.engine = engine;
    }

    /** Returns the connection to the engine with these faults. */
    public AwsConnection aws() {
        return new AwsConnection(this, engine.credentials(), engine.region(), engine.endpoint(), engine.callLimit());
    }

    /** Cancels the next transaction, with one reason for each of its actions. */
    public FaultInjection cancel(String... codes) {
        cancellations.add(cancellation(codes));
        return this;
    }

    /** Cancels every transaction from now on. */
    public FaultInjection cancelAll(String... codes) {
        everyCancellation = cancellation(codes);
        return this;
    }

    /** Rejects the next call of an operation as invalid. */
    public void rejectNext(String operation) {
        rejected = operation;
    }

    /** Makes every query of an index return no items, as if the index lagged behind its table. */
    public void emptyIndexes() {
        emptyIndexes = true;
    }

    /** Runs something before each call, such as a move of the clock. */
    public void beforeEachCall(Runnable work) {
        beforeCall = _ -> work.run();
    }

    /** Runs the work of another caller once, before the next transaction. */
    public FaultInjection beforeNextTransaction(Runnable work) {
        AtomicBoolean done = new AtomicBoolean();
        beforeCall = operation -> {
            if (operation.equals(TRANSACTION) && done.compareAndSet(false, true)) {
                work.run();
            }
        };
        return this;
    }

    /** Crashes the caller before or after a call; calls count from 1, which is the next call. */
    public FaultInjection crashAt(int call, boolean afterwards) {
        calls.set(0);
        crashesBefore = at -> !afterwards && at == call;
        crashesAfter = at -> afterwards && at == call;
        return this;
    }

    /** Crashes the caller before some calls and after others. */
    public FaultInjection crashAtRandom(Random random) {
        crashesBefore = _ -> random.nextInt(30) == 0;
        crashesAfter = _ -> random.nextInt(30) == 0;
        return this;
    }

    /** Crashes the caller after each committed transaction for which the condition holds. */
    public void crashAfterTransactions(BooleanSupplier condition) {
        crashesAfterTransaction = condition;
    }

    /** Ends the crashes before and after calls. */
    public void stopCrashes() {
        crashesBefore = _ -> false;
        crashesAfter = _ -> false;
    }

    /** Loses the response to the next write, which the SDK then sends again. */
    public void loseResponseToWrite() {
        losesWrite.set(true);
    }

    /** Runs the work of a process and returns whether it crashes, on any thread. */
    public static boolean crashes(Runnable work) {
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

    /** Returns the operations that were called, in order. */
    public List<String> operations() {
        return List.copyOf(operations);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        ExecutableHttpRequest prepared = engine.http().prepareRequest(request);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return FaultInjection.this.call(request, prepared);
            }

            @Override
            public void abort() {
                prepared.abort();
            }
        };
    }

    private HttpExecuteResponse call(HttpExecuteRequest request, ExecutableHttpRequest prepared) throws IOException {
        String target =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        String operation = target.substring(target.indexOf('.') + 1);
        operations.add(operation);
        beforeCall.accept(operation);
        int call = calls.incrementAndGet();
        crashIf(crashesBefore.test(call), "before", call);
        HttpExecuteResponse scripted = scripted(operation, request);
        if (scripted != null) {
            return scripted;
        }
        HttpExecuteResponse response = prepared.call();
        crashIf(crashesAfter.test(call), "after", call);
        boolean transaction = operation.equals(TRANSACTION);
        if ((transaction || operation.equals("UpdateItem")) && losesWrite.getAndSet(false)) {
            throw new IOException("the response to call " + call + " was lost");
        }
        crashIf(transaction && crashesAfterTransaction.getAsBoolean(), "after", call);
        return response;
    }

    private static void crashIf(boolean condition, String when, int call) {
        if (condition) {
            throw new Crash("crash " + when + " call " + call);
        }
    }

    private @Nullable HttpExecuteResponse scripted(String operation, HttpExecuteRequest request) throws IOException {
        if (operation.equals(rejected)) {
            rejected = null;
            return response(400, INVALID);
        }
        if (operation.equals(TRANSACTION)) {
            String next = cancellations.poll();
            String cancellation = next == null ? everyCancellation : next;
            return cancellation == null ? null : response(400, cancellation);
        }
        boolean stale =
                emptyIndexes && operation.equals("Query") && body(request).contains("\"IndexName\"");
        return stale ? response(200, NO_ITEMS) : null;
    }

    private static String cancellation(String... codes) {
        String reasons =
                Stream.of(codes).map(code -> "{\"Code\":\"" + code + "\"}").collect(Collectors.joining(",", "[", "]"));
        return "{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\","
                + "\"Message\":\"scripted\",\"CancellationReasons\":" + reasons + "}";
    }

    private static String body(HttpExecuteRequest request) throws IOException {
        try (InputStream body = request.contentStreamProvider().orElseThrow().newStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static HttpExecuteResponse response(int status, String body) {
        return HttpExecuteResponse.builder()
                .response(SdkHttpResponse.builder()
                        .statusCode(status)
                        .putHeader("content-type", "application/x-amz-json-1.0")
                        .build())
                .responseBody(
                        AbortableInputStream.create(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8))))
                .build();
    }

    @Override
    public void close() {}
}
