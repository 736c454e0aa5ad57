package dev.backplane.local.http;

import dev.backplane.local.files.ScratchFile;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Reads request bodies so that no client can fill the heap: what is more than a little goes to a file as it comes, and
 * few large bodies are in memory at a time. One that is slow to arrive keeps nobody waiting.
 */
final class BodyReader {
    /**
     * API Gateway itself takes 10 MB, but Lambda behind it takes 6, and both refuse with the same answer: no body in
     * between is ever of use.
     */
    static final int LIMIT = 6 * 1024 * 1024;

    private static final LocalResponse TOO_LARGE = LocalResponse.message(413, "Request Entity Too Large");
    private static final LocalResponse BUSY = LocalResponse.message(503, "Service Unavailable");

    private static final int LARGE = 64 * 1024;
    private static final int LARGE_AT_A_TIME = 2;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

    /**
     * How much of a body that is too large is read and thrown away. A client that is still sending when the connection
     * closes sees a reset instead of the answer.
     */
    private static final long DISCARDED = 64L * 1024 * 1024;

    private final Semaphore largeBodies = new Semaphore(LARGE_AT_A_TIME, true);

    /** The handler's answer to the body, or why there is none. */
    LocalResponse answer(InputStream in, long declaredLength, Function<Body, LocalResponse> handler)
            throws IOException, InterruptedException {
        if (declaredLength > LIMIT) {
            discard(in);
            return TOO_LARGE;
        }
        byte[] start = in.readNBytes(LARGE);
        if (start.length < LARGE) {
            return handler.apply(Body.of(start));
        }
        try (ScratchFile file = ScratchFile.create()) {
            file.append(start);
            if (!copy(in, file)) {
                discard(in);
                return TOO_LARGE;
            }
            return answerToLarge(file, handler);
        }
    }

    /** Whether the rest is within the limit. */
    private static boolean copy(InputStream in, ScratchFile file) throws IOException {
        byte[] buffer = new byte[8192];
        int read = in.read(buffer);
        while (read >= 0 && file.size() + read <= LIMIT) {
            file.append(buffer, read);
            read = in.read(buffer);
        }
        return read < 0;
    }

    private LocalResponse answerToLarge(ScratchFile file, Function<Body, LocalResponse> handler)
            throws IOException, InterruptedException {
        if (!largeBodies.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
            return BUSY;
        }
        try {
            return handler.apply(Body.of(file.read(0, (int) file.size())));
        } finally {
            largeBodies.release();
        }
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
