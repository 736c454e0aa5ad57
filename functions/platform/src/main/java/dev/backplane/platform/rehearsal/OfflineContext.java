package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;

/**
 * The context of an invocation outside Lambda, such as a rehearsal or a test.
 *
 * @param remainingMillis the time until the timeout
 */
public record OfflineContext(String function, String requestId, int remainingMillis) implements Context {

    public OfflineContext(String function, String requestId) {
        this(function, requestId, 10_000);
    }

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/" + function;
    }

    @Override
    public String getLogStreamName() {
        return "offline";
    }

    @Override
    public String getFunctionName() {
        return function;
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn:aws:lambda:us-east-1:000000000000:function:" + function + ":live";
    }

    @Override
    public CognitoIdentity getIdentity() {
        throw new UnsupportedOperationException("only for mobile applications");
    }

    @Override
    public ClientContext getClientContext() {
        throw new UnsupportedOperationException("only for mobile applications");
    }

    @Override
    public int getRemainingTimeInMillis() {
        return remainingMillis;
    }

    @Override
    public int getMemoryLimitInMB() {
        return 512;
    }

    @Override
    public LambdaLogger getLogger() {
        throw new UnsupportedOperationException("functions log to standard output");
    }
}
