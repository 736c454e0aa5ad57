package dev.backplane.platform.rehearsal;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.InputStream;
import java.io.OutputStream;

/** A function without a rehearsal. */
final class UnrehearsedHandler implements RequestStreamHandler {

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) {
        throw new AssertionError("it must not be called");
    }
}
