package dev.backplane.platform.streams;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import dev.backplane.platform.json.Json;
import dev.backplane.platform.log.Invocation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The base of every function that a DynamoDB stream is mapped to; it answers which record to go on from. */
public abstract class StreamHandler implements RequestStreamHandler {

    private final Platform platform;
    private final String service;

    protected StreamHandler(Platform platform, String service) {
        this.platform = platform;
        this.service = service;
    }

    /**
     * Works off a batch, in order.
     *
     * @return the first record that could not be handled; it and those after it are delivered again
     */
    protected abstract Optional<StreamRecord> handle(List<StreamRecord> records, Invocation invocation);

    @Override
    public final void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        StreamBatch batch = Json.read(StreamBatch.class, in.readAllBytes());
        Invocation invocation = new Invocation(context.getFunctionName(), service, name(), context.getAwsRequestId());
        invocation.note("records", batch.records().size());
        try {
            Optional<StreamRecord> firstFailed = invocation.run(() -> handle(batch.records(), invocation));
            out.write(Json.write(BatchAnswer.of(firstFailed)).getBytes(StandardCharsets.UTF_8));
        } catch (RuntimeException e) {
            invocation.failed(e);
            throw e;
        } finally {
            platform.log().accept(invocation.line(platform.clock().millis()));
        }
    }

    /** Returns the name of the function, which its metrics carry. */
    public static String nameOf(Class<? extends StreamHandler> type) {
        String name = type.getSimpleName();
        return name.substring(0, name.length() - "Handler".length());
    }

    private String name() {
        return nameOf(getClass());
    }
}
