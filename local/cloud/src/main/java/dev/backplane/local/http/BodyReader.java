package dev.backplane.local.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Reads request bodies without ever holding more than the limit, and few large ones at a time, so that no client can
 * fill the heap.
 */
final class BodyReader {
    /**
     * API Gateway itself takes 10 MB, but Lambda behind it takes 6, and both refuse with the same answer: no body in
     * between is ever of use.
     */
    static final int LIMIT = 6 * 1024 * 1024;

    private static final Answer TOO_LARGE = Answer.message(413, "Request Entity Too Large");
    private static final Answer BUSY = Answer.message(503, "Service Unavailable");

    private static final int LARGE = 256 * 1024;
    private static final int LARGE_AT_A_TIME = 2;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    /**
     * How much of a body that is too large is read and thrown away. A client that is still sending when the connection
     * closes sees a reset instead of the answer.
     */
    private static final long DISCARDED = 64L * 1024 * 1024;

    private final Semaphore largeBodies = new Semaphore(LARGE_AT_A_TIME, true);

    /** The handler's answer to the body, or why there is none. */
    Answer answer(InputStream in, long declaredLength, Function<Body, Answer> handler)
            throws IOException, InterruptedException {
        if (declaredLength > LIMIT) {
            discard(in);
            return TOO_LARGE;
        }
        byte[] start = in.readNBytes(LARGE);
        if (start.length < LARGE) {
            return handler.apply(Body.of(start));
        }
        if (!largeBodies.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
            return BUSY;
        }
        try {
            return answerToLarge(start, in, handler);
        } finally {
            largeBodies.release();
        }
    }

    private static Answer answerToLarge(byte[] start, InputStream in, Function<Body, Answer> handler)
            throws IOException {
        byte[] rest = in.readNBytes(LIMIT + 1 - start.length);
        if (start.length + rest.length > LIMIT) {
            discard(in);
            return TOO_LARGE;
        }
        byte[] whole = Arrays.copyOf(start, start.length + rest.length);
        System.arraycopy(rest, 0, whole, start.length, rest.length);
        return handler.apply(Body.of(whole));
    }

    private static void discard(InputStream in) throws IOException {
        byte[] buffer = new byte[8192];
        long discarded = 0;
        int read = in.read(buffer);
        while (read >= 0 && discarded < DISCARDED) {
            discarded += read;
            read = in.read(buffer);
        }
    }
}
