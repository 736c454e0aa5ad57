package dev.backplane.testing;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.rehearsal.OfflineContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Invokes a handler as Lambda's runtime does. */
public final class Invoke {

    /** The id of every invocation. */
    public static final String REQUEST_ID = "lambda-request-1";

    /** The context of an invocation that needs no other, of a function named {@code test}. */
    public static final Context CONTEXT = new OfflineContext("test", REQUEST_ID);

    private Invoke() {}

    /** Returns a context with this time until the timeout. */
    public static Context contextWith(int remainingMillis) {
        return new OfflineContext("test", REQUEST_ID, remainingMillis);
    }

    /** Passes an event and returns the output. */
    public static String with(RequestStreamHandler handler, String event) {
        return with(handler, event, CONTEXT);
    }

    /** Passes an event with a context and returns the output. */
    public static String with(RequestStreamHandler handler, String event, Context context) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            handler.handleRequest(new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), out, context);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
