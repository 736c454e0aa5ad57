package dev.backplane.platform.batches;

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
import java.util.List;

/** The base class of functions with a stream or queue as event source; it reports failed items and logs one line. */
public abstract class BatchHandler implements RequestStreamHandler {

    private final Platform platform;
    private final String service;

    protected BatchHandler(Platform platform, String service) {
        this.platform = platform;
        this.service = service;
    }

    /**
     * Processes a batch.
     *
     * @return the identifiers of the items to deliver again
     */
    protected abstract List<String> handle(byte[] batch, Invocation invocation);

    @Override
    public final void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        byte[] batch = in.readAllBytes();
        Invocation invocation = new Invocation(
                context.getFunctionName(), service, FunctionName.of(getClass()), context.getAwsRequestId());
        try {
            List<String> failed = Deadline.of(context.getRemainingTimeInMillis())
                    .run(() -> invocation.run(() -> handle(batch, invocation)));
            out.write(Json.write(BatchResponse.of(failed)).getBytes(StandardCharsets.UTF_8));
        } catch (RuntimeException e) {
            invocation.failed(e);
            throw e;
        } finally {
            platform.log().accept(invocation.line(platform.clock().millis()));
        }
    }
}
