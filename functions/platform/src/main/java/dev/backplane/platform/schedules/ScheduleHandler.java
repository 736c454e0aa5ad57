package dev.backplane.platform.schedules;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Deadline;
import dev.backplane.platform.FunctionName;
import dev.backplane.platform.Platform;
import dev.backplane.platform.log.Invocation;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The base class of functions that a schedule invokes.
 *
 * <p>It ignores the event and returns nothing. A failure is a fault: it is logged, and Lambda retries the invocation.
 */
public abstract class ScheduleHandler implements RequestStreamHandler {

    private final Platform platform;
    private final String service;

    protected ScheduleHandler(Platform platform, String service) {
        this.platform = platform;
        this.service = service;
    }

    /** Does the work; failures that must not stop the remaining work are reported to the invocation. */
    protected abstract void handle(Invocation invocation);

    @Override
    public final void handleRequest(InputStream in, OutputStream out, Context context) {
        Invocation invocation = new Invocation(
                context.getFunctionName(), service, FunctionName.of(getClass()), context.getAwsRequestId());
        try {
            Deadline.of(context.getRemainingTimeInMillis())
                    .run(() -> invocation.run(() -> {
                        handle(invocation);
                        return true;
                    }));
        } catch (RuntimeException e) {
            invocation.failed(e);
            throw e;
        } finally {
            platform.log().accept(invocation.line(platform.clock().millis()));
        }
    }
}
