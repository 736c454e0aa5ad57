package dev.backplane.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An HTTP server that counts connections and answers every request with 404. */
public final class StubServer implements AutoCloseable {

    private static final byte[] NOT_FOUND =
            "HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\nunknown".getBytes(StandardCharsets.US_ASCII);
    private static final int LARGEST = 4096;

    private final ServerSocket server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger connections = new AtomicInteger();
    private final Semaphore disconnections = new Semaphore(0);
    private final List<String> requests = new CopyOnWriteArrayList<>();

    public StubServer() {
        try {
            server = new ServerSocket(0, 0, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
    }

    /** Waits until this many clients have disconnected, and returns whether they did. */
    public boolean awaitDisconnections(int count) throws InterruptedException {
        return disconnections.tryAcquire(count, 2, TimeUnit.MINUTES);
    }

    /** Returns the number of connections so far. */
    public int connections() {
        return connections.get();
    }

    /** Returns the requests so far. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    private void accept() {
        while (true) {
            try {
                Socket client = server.accept();
                connections.incrementAndGet();
                threads.execute(() -> answer(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    @SuppressWarnings("EmptyCatch") // a client may disconnect at any time
    private void answer(Socket client) {
        try (client) {
            byte[] buffer = new byte[LARGEST];
            for (int length = client.getInputStream().read(buffer);
                    length > 0;
                    length = client.getInputStream().read(buffer)) {
                requests.add(new String(buffer, 0, length, StandardCharsets.US_ASCII));
                client.getOutputStream().write(NOT_FOUND);
            }
        } catch (IOException e) {
        } finally {
            disconnections.release();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
