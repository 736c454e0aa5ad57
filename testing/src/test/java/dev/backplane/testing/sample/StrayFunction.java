package dev.backplane.testing.sample;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.InputStream;
import java.io.OutputStream;

/** A handler in the wrong package and with the wrong name. */
public final class StrayFunction implements RequestStreamHandler {

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) {}
}
