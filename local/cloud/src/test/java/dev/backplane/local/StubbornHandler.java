package dev.backplane.local;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A handler that ignores interrupts. On {@code wait} it blocks until a test releases it, and then writes an item, a log
 * line and a response to a URL, on its own thread and on another. It returns its instance number.
 */
public final class StubbornHandler implements RequestStreamHandler {

    static final List<String> OUTCOMES = new CopyOnWriteArrayList<>();
    private static final AtomicInteger INSTANCES = new AtomicInteger();
    private static volatile CountDownLatch gate = new CountDownLatch(0);
    private static volatile CountDownLatch done = new CountDownLatch(0);

    private final Platform platform;
    private final DynamoDbClient dynamo;
    private final int instance = INSTANCES.incrementAndGet();

    public StubbornHandler(Platform platform) {
        this.platform = platform;
        this.dynamo = platform.aws().client(DynamoDbClient.builder());
    }

    static void reset() {
        OUTCOMES.clear();
        gate = new CountDownLatch(1);
        done = new CountDownLatch(1);
    }

    /** Releases the handler and waits until it has ended. */
    static void release() throws InterruptedException {
        gate.countDown();
        done.await();
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        if (new String(in.readAllBytes(), StandardCharsets.UTF_8).contains("wait")) {
            awaitIgnoringInterrupts(gate);
            attempt("item", () -> write("own"));
            CountDownLatch another = new CountDownLatch(1);
            Thread.ofVirtual().start(() -> {
                attempt("item of another thread", () -> write("other"));
                another.countDown();
            });
            attempt("url", this::answer);
            platform.log().accept("late line");
            context.getLogger().log("late line");
            awaitIgnoringInterrupts(another);
            done.countDown();
        }
        out.write(Integer.toString(instance).getBytes(StandardCharsets.UTF_8));
    }

    private interface Work {

        void run() throws IOException;
    }

    private static void attempt(String what, Work work) {
        try {
            work.run();
            OUTCOMES.add(what + " done");
        } catch (IOException | RuntimeException refused) {
            OUTCOMES.add(what + " refused");
        }
    }

    private void write(String key) {
        dynamo.putItem(put -> put.tableName("Things")
                .item(Map.of("PK", AttributeValue.builder().s(key).build())));
    }

    /** The host is known, so any status means that the call was sent. */
    private void answer() throws IOException {
        platform.aws()
                .http()
                .prepareRequest(HttpExecuteRequest.builder()
                        .request(SdkHttpRequest.builder()
                                .method(SdkHttpMethod.PUT)
                                .protocol("https")
                                .host("cloudformation-custom-resource-response-useast1.s3.amazonaws.com")
                                .encodedPath("/key")
                                .build())
                        .build())
                .call();
    }

    private static void awaitIgnoringInterrupts(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException ignored) {
                // Lambda does not ask a process whether it wants to stop.
            }
        }
    }
}
