package dev.backplane.bench.coldstart;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Returns immediately. It measures the JVM and the runtime client, the lower bound of every Java function. */
public final class EmptyHandler implements RequestStreamHandler {

    @Override
    public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        out.write("{\"statusCode\":204}".getBytes(StandardCharsets.UTF_8));
    }
}
