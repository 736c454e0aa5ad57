package dev.backplane.tenants.events;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/** Turns a run that ended without a word into a failure. */
public final class ExecutionWatcherHandler implements RequestStreamHandler {

    private final Platform platform;

    public ExecutionWatcherHandler() {
        this(Platform.lambda());
    }

    public ExecutionWatcherHandler(Platform platform) {
        this.platform = platform;
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) {
        Objects.requireNonNull(platform);
        throw new UnsupportedOperationException("not yet");
    }
}
