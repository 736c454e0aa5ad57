package dev.backplane.local.lambda;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.backplane.local.iam.Caller;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One function with one handler instance, created at the first invocation and shared by concurrent invocations.
 *
 * <p>After a timeout the next invocation gets a new instance, as on Lambda.
 */
final class LocalFunction {

    private static final int MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

    private final FunctionConfiguration configuration;
    private final Caller caller;
    private final Callable<RequestStreamHandler> constructor;
    private final String logStream;
    private final Consumer<String> log;
    private @Nullable RequestStreamHandler handler;

    LocalFunction(
            FunctionConfiguration configuration,
            Caller caller,
            Callable<RequestStreamHandler> constructor,
            String logStream,
            Consumer<String> log) {
        this.configuration = configuration;
        this.caller = caller;
        this.constructor = constructor;
        this.logStream = logStream;
        this.log = log;
    }

    String name() {
        return configuration.name();
    }

    boolean hasSnapshots() {
        return configuration.snapStart();
    }

    Duration timeout() {
        return configuration.limits().timeout();
    }

    Optional<String> deadLetterQueue() {
        return configuration.deadLetterQueue();
    }

    Caller caller() {
        return caller;
    }

    InvocationResult invoke(ExecutorService threads, String invokedArn, byte[] payload) {
        RequestStreamHandler ready;
        try {
            ready = handler();
        } catch (Exception | LinkageError failure) { // constructors may throw anything, classes may fail to load
            return failed(context(invokedArn), FunctionError.thrown(failure));
        }
        // Initialization does not count towards the timeout, as on Lambda.
        LambdaContext context = context(invokedArn);
        Sandbox sandbox = new Sandbox();
        Future<byte[]> running = threads.submit(() -> {
            sandbox.enter();
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            ready.handleRequest(new ByteArrayInputStream(payload), answer, context);
            return answer.toByteArray();
        });
        return await(context, running, () -> {
            sandbox.stop();
            running.cancel(true);
            discard(ready);
        });
    }

    private LambdaContext context(String invokedArn) {
        return new LambdaContext(configuration, invokedArn, logStream, Sandbox.guard(log));
    }

    /** Fails an invocation before it reaches the handler. */
    InvocationResult fail(String invokedArn, RuntimeException failure) {
        return failed(context(invokedArn), FunctionError.thrown(failure));
    }

    private InvocationResult await(LambdaContext context, Future<byte[]> running, Runnable stop) {
        try {
            byte[] answer = running.get(context.remaining().toNanos(), TimeUnit.NANOSECONDS);
            return answer.length > MAX_PAYLOAD_BYTES
                    ? failed(context, FunctionError.answerTooLarge(answer.length, MAX_PAYLOAD_BYTES))
                    : InvocationResult.succeeded(context.getAwsRequestId(), answer);
        } catch (ExecutionException failure) {
            Throwable cause = failure.getCause();
            return failed(context, FunctionError.thrown(cause == null ? failure : cause));
        } catch (TimeoutException timeout) {
            stop.run();
            return failed(
                    context,
                    FunctionError.timedOut(
                            context.getAwsRequestId(), configuration.limits().timeout()));
        } catch (InterruptedException interrupted) {
            stop.run();
            Thread.currentThread().interrupt();
            return failed(context, FunctionError.thrown(interrupted));
        }
    }

    private InvocationResult failed(LambdaContext context, ObjectNode error) {
        log.accept(error.toString());
        return InvocationResult.failed(
                context.getAwsRequestId(), error.toString().getBytes(StandardCharsets.UTF_8));
    }

    private synchronized RequestStreamHandler handler() throws Exception {
        if (handler == null) {
            handler = constructor.call();
        }
        return handler;
    }

    @SuppressWarnings("ReferenceEquality") // another invocation may have created a new instance already
    private synchronized void discard(RequestStreamHandler used) {
        if (handler == used) {
            handler = null;
        }
    }

    /** Lambda's JSON for invocations that failed. */
    private static final class FunctionError {

        private FunctionError() {}

        static ObjectNode thrown(Throwable failure) {
            ObjectNode error = JsonNodeFactory.instance
                    .objectNode()
                    .put("errorMessage", failure.getMessage())
                    .put("errorType", failure.getClass().getName());
            ArrayNode stackTrace = error.putArray("stackTrace");
            for (StackTraceElement frame : failure.getStackTrace()) {
                stackTrace.add(frame.toString());
            }
            if (failure.getCause() != null) {
                error.set("cause", thrown(failure.getCause()));
            }
            return error;
        }

        static ObjectNode timedOut(String requestId, Duration timeout) {
            String message = String.format(
                    Locale.ROOT,
                    "RequestId: %s Error: Task timed out after %d.00 seconds",
                    requestId,
                    timeout.toSeconds());
            return error("Sandbox.Timedout", message);
        }

        static ObjectNode answerTooLarge(int bytes, int limit) {
            return error(
                    "Function.ResponseSizeTooLarge",
                    "Response payload size (" + bytes + " bytes) exceeded maximum allowed payload size (" + limit
                            + " bytes).");
        }

        private static ObjectNode error(String type, String message) {
            return JsonNodeFactory.instance.objectNode().put("errorType", type).put("errorMessage", message);
        }
    }
}
