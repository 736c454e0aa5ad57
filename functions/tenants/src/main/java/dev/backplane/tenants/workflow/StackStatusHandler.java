package dev.backplane.tenants.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/** Tells how the stack of a tenant is doing. */
public final class StackStatusHandler implements RequestStreamHandler {

    private final Platform platform;

    public StackStatusHandler() {
        this(Platform.lambda());
    }

    public StackStatusHandler(Platform platform) {
        this.platform = platform;
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) {
        Objects.requireNonNull(platform);
        throw new UnsupportedOperationException("not yet");
    }
}
