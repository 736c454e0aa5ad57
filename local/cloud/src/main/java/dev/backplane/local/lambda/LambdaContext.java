package dev.backplane.local.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The Lambda context of one invocation. */
final class LambdaContext implements Context {

    static final String VERSION = "$LATEST";

    private final String requestId = UUID.randomUUID().toString();
    private final FunctionConfiguration function;
    private final String invokedArn;
    private final String logStream;
    private final Consumer<String> log;
    private final long deadlineNanos;

    LambdaContext(FunctionConfiguration function, String invokedArn, String logStream, Consumer<String> log) {
        this.function = function;
        this.invokedArn = invokedArn;
        this.logStream = logStream;
        this.log = log;
        this.deadlineNanos = System.nanoTime() + function.limits().timeout().toNanos();
    }

    Duration remaining() {
        return Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime()));
    }

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return function.logGroup();
    }

    @Override
    public String getLogStreamName() {
        return logStream;
    }

    @Override
    public String getFunctionName() {
        return function.name();
    }

    @Override
    public String getFunctionVersion() {
        return VERSION;
    }

    @Override
    public String getInvokedFunctionArn() {
        return invokedArn;
    }

    @Override
    public @Nullable CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    public @Nullable ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return (int) TimeUnit.NANOSECONDS.toMillis(remaining().toNanos());
    }

    @Override
    public int getMemoryLimitInMB() {
        return function.limits().memoryMb();
    }

    @Override
    public LambdaLogger getLogger() {
        return new LambdaLogger() {
            @Override
            public void log(String message) {
                log.accept(message);
            }

            @Override
            public void log(byte[] message) {
                log.accept(new String(message, StandardCharsets.UTF_8));
            }
        };
    }
}
