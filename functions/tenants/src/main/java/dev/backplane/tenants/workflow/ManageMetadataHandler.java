package dev.backplane.tenants.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Platform;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;

/** Keeps the row of a tenant in step with its stack, as the custom resource in it. */
public final class ManageMetadataHandler implements RequestStreamHandler {

    private final Platform platform;

    public ManageMetadataHandler() {
        this(Platform.lambda());
    }

    public ManageMetadataHandler(Platform platform) {
        this.platform = platform;
    }

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) {
        Objects.requireNonNull(platform);
        throw new UnsupportedOperationException("not yet");
    }
}
