package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;

/** The invocation context of a rehearsal. */
record RehearsalContext(String function) implements Context {

    @Override
    public String getAwsRequestId() {
        return "00000000-0000-0000-0000-000000000000";
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/" + function;
    }

    @Override
    public String getLogStreamName() {
        return "rehearsal";
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
