package dev.backplane.testing;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Invokes a handler as Lambda's runtime does. */
public final class Invoke {

    private Invoke() {}

    /** Passes an event and returns the output. */
    public static String with(RequestStreamHandler handler, String event) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            handler.handleRequest(
                    new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), out, new StubContext());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
