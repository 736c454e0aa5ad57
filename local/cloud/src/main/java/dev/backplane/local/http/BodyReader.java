package dev.backplane.local.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Reads request bodies without ever holding more than the limit, and few large ones at a time, so that no client can
 * fill the heap.
 */
final class BodyReader {
    /** The largest body that API Gateway takes. */
    static final int LIMIT = 10 * 1024 * 1024;

    private static final int LARGE = 256 * 1024;
    private static final int LARGE_AT_A_TIME = 2;

    /**
     * How much of a body that is too large is read and thrown away. A client that is still sending when the connection
     * closes sees a reset instead of the answer.
     */
    private static final long DISCARDED = 64L * 1024 * 1024;

    private final Semaphore largeBodies = new Semaphore(LARGE_AT_A_TIME, true);

    /** A body, held until it is closed; empty content means that it was too large. */
    record Held(Optional<Body> body, Runnable release) implements AutoCloseable {
        @Override
        public void close() {
            release.run();
        }
    }

    Held read(InputStream in, long declaredLength) throws IOException, InterruptedException {
        if (declaredLength > LIMIT) {
            discard(in);
            return new Held(Optional.empty(), () -> {});
        }
        byte[] start = in.readNBytes(LARGE);
        if (start.length < LARGE) {
            return new Held(Optional.of(Body.of(start)), () -> {});
        }
        largeBodies.acquire();
        try {
            return new Held(rest(start, in), largeBodies::release);
        } catch (IOException | RuntimeException | Error e) {
            largeBodies.release();
            throw e;
        }
    }

    private static Optional<Body> rest(byte[] start, InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream(2 * start.length);
        all.write(start);
        all.write(in.readNBytes(LIMIT - start.length));
        if (all.size() == LIMIT && in.read() >= 0) {
            discard(in);
            return Optional.empty();
        }
        return Optional.of(Body.of(all.toByteArray()));
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
