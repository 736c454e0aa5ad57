package dev.backplane.local.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Reads request bodies. Few large ones are handled at a time, because handling copies them several times. */
final class BodyReader {

    /**
     * API Gateway accepts 10 MB but Lambda only 6, and both reject with the same response, so no body in
     * between can succeed.
     */
    static final int LIMIT = 6 * 1024 * 1024;

    private static final LocalResponse TOO_LARGE = LocalResponse.message(413, "Request Entity Too Large");
    private static final LocalResponse BUSY = LocalResponse.message(503, "Service Unavailable");

    private static final int LARGE = 64 * 1024;
    private static final int LARGE_AT_A_TIME = 2;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    /**
     * How much of an oversized body is read and discarded. A client that is still sending when the connection
     * closes would see a reset instead of the response.
     */
    private static final long DISCARDED = 64L * 1024 * 1024;

    private final Semaphore largeBodies = new Semaphore(LARGE_AT_A_TIME, true);

    /** Returns the handler's response to the body, or an error. */
    LocalResponse answer(InputStream in, long declaredLength, int limit, Function<Body, LocalResponse> handler)
            throws IOException, InterruptedException {
        if (declaredLength > limit) {
            discard(in);
            return TOO_LARGE;
        }
        byte[] content = in.readNBytes(limit + 1);
        if (content.length > limit) {
            discard(in);
            return TOO_LARGE;
        }
        return content.length < LARGE ? handler.apply(Body.of(content)) : answerLarge(Body.of(content), handler);
    }

    private LocalResponse answerLarge(Body body, Function<Body, LocalResponse> handler) throws InterruptedException {
        if (!largeBodies.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
            return BUSY;
        }
        try {
            return handler.apply(body);
        } finally {
            largeBodies.release();
        }
    }

    /** Reads the rest of a body that nothing needs. */
    static void discard(InputStream in) throws IOException {
        byte[] buffer = new byte[8192];
        long discarded = 0;
        int read = in.read(buffer);
        while (read >= 0 && discarded < DISCARDED) {
            discarded += read;
            read = in.read(buffer);
        }
    }
}
