package dev.backplane.local.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import java.io.InputStream;
import java.io.OutputStream;

/** A handler whose class cannot be initialized. */
public final class UnloadableHandler implements RequestStreamHandler {

    private static final int NUMBER = Integer.parseInt("not a number");

    /** Never called. */
    public UnloadableHandler(Platform platform) {}

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) {
        throw new IllegalStateException("made in spite of " + NUMBER);
    }
}
