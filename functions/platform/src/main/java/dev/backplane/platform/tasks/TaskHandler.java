package dev.backplane.platform.tasks;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Deadline;
import dev.backplane.platform.FunctionName;
import dev.backplane.platform.Platform;
import dev.backplane.platform.json.Json;
import dev.backplane.platform.log.Invocation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The base class of functions that a workflow or another service invokes with one record; it logs one line. */
public abstract class TaskHandler<T> implements RequestStreamHandler {

    private final Platform platform;
    private final String service;
    private final Class<T> input;

    protected TaskHandler(Platform platform, String service, Class<T> input) {
        this.platform = platform;
        this.service = service;
        this.input = input;
    }

    /**
     * Does the work.
     *
     * @return a record, which the caller receives as JSON
     */
    protected abstract Object handle(T task, Context context);

    @Override
    public final void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        T task = Json.read(input, in.readAllBytes());
        Invocation invocation = new Invocation(
                context.getFunctionName(), service, FunctionName.of(getClass()), context.getAwsRequestId());
        try {
            Object result = Deadline.of(context.getRemainingTimeInMillis())
                    .run(() -> invocation.run(() -> handle(task, context)));
            out.write(Json.write(result).getBytes(StandardCharsets.UTF_8));
        } catch (RuntimeException e) {
            invocation.failed(e);
            throw e;
        } finally {
            platform.log().accept(invocation.line(platform.clock().millis()));
        }
    }
}
