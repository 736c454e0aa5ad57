package dev.backplane.testing;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;

/** A Lambda context for tests. */
public record StubContext(String requestId) implements Context {

    public static final String REQUEST_ID = "lambda-request-1";

    public StubContext() {
        this(REQUEST_ID);
    }

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/test";
    }

    @Override
    public String getLogStreamName() {
        return "test";
    }

    @Override
    public String getFunctionName() {
        return "test";
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn:aws:lambda:us-east-1:000000000000:function:test:live";
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
        return 10_000;
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
