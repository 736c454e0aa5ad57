package dev.backplane.tenants.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/** Creates or updates the stack of a tenant. */
public final class DeployStackHandler implements RequestStreamHandler {

    private final Platform platform;

    public DeployStackHandler() {
        this(Platform.lambda());
    }

    public DeployStackHandler(Platform platform) {
        this.platform = platform;
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) {
        Objects.requireNonNull(platform);
        throw new UnsupportedOperationException("not yet");
    }
}
