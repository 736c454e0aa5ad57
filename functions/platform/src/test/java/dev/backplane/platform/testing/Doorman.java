package dev.backplane.platform.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets in everybody who comes, and has one answer for whatever they ask: that it is unknown. */
public final class Doorman implements AutoCloseable {

    private static final byte[] UNKNOWN =
            "HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\nunknown".getBytes(StandardCharsets.US_ASCII);
    private static final int LARGEST = 4096;

    private final ServerSocket server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<Socket> callers = new LinkedBlockingQueue<>();
    private final Semaphore hangUps = new Semaphore(0);
    private final List<String> requests = new CopyOnWriteArrayList<>();

    public Doorman() {
        try {
            server = new ServerSocket(0, 0, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::letIn);
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
    }

    /** Waits for the next who came, and returns whether anybody did. */
    public boolean awaitCaller() throws InterruptedException {
        return callers.poll(2, TimeUnit.MINUTES) != null;
    }

    /** Waits until as many have hung up, and returns whether they did. */
    public boolean awaitHangUps(int many) throws InterruptedException {
        return hangUps.tryAcquire(many, 2, TimeUnit.MINUTES);
    }

    /** How many have come that nobody waited for. */
    public int callers() {
        return callers.size();
    }

    /** What all of them have asked. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    private void letIn() {
        while (true) {
            try {
                Socket caller = server.accept();
                callers.add(caller);
                threads.execute(() -> answer(caller));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    @SuppressWarnings("EmptyCatch") // a caller may hang up at any time
    private void answer(Socket caller) {
        try (caller) {
            byte[] buffer = new byte[LARGEST];
            for (int length = caller.getInputStream().read(buffer);
                    length > 0;
                    length = caller.getInputStream().read(buffer)) {
                requests.add(new String(buffer, 0, length, StandardCharsets.US_ASCII));
                caller.getOutputStream().write(UNKNOWN);
            }
        } catch (IOException e) {
        } finally {
            hangUps.release();
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
