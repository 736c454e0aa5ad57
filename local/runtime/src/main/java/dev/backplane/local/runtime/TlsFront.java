package dev.backplane.local.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLSocketFactory;

/** TLS in front of an engine that has none, on loopback: what it is sent goes on as it is, byte for byte. */
public final class TlsFront implements AutoCloseable {

    private static final int FIRST = 16 * 1024;
    private static final byte[] GREETING =
            "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Certificate certificate = Certificate.create();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final SSLSocketFactory tls = certificate.context().getSocketFactory();
    private final ServerSocket server;
    private final InetSocketAddress engine;
    private final String path;
    private volatile CompletableFuture<Long> connected = new CompletableFuture<>();
    private volatile CompletableFuture<Long> asked = new CompletableFuture<>();

    public TlsFront(URI engine) {
        this.engine = new InetSocketAddress(engine.getHost(), engine.getPort());
        this.path = engine.getPath();
        try {
            server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress()) {
                @Override
                public Socket accept() throws IOException {
                    Socket accepted = new PromptSocket();
                    implAccept(accepted);
                    return accepted;
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    /** Returns where it listens, by the name that its certificate is for. */
    public URI endpoint() {
        return URI.create("https://localhost:" + server.getLocalPort() + path);
    }

    /** Returns the certificate in PEM, for clients that check it. */
    public Path certificate() {
        return certificate.pem();
    }

    /**
     * Shakes hands with itself, so that it answers callers as a server does that has been up for long.
     *
     * @param times how often
     */
    public void warmUp(int times) {
        for (int i = 0; i < times; i++) {
            // Each time with a context of its own: others would only go on where the last one ended.
            try (Socket caller = certificate
                    .trusting()
                    .getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
                caller.getOutputStream().write(GREETING);
                caller.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Forgets who came, so that the next one is the first. */
    public void watch() {
        connected = new CompletableFuture<>();
        asked = new CompletableFuture<>();
    }

    /** Returns when the first connection was opened that is watched for, by {@link System#nanoTime}. */
    public Optional<Long> connectedAt() {
        return Optional.ofNullable(connected.getNow(null));
    }

    /** Returns when the first bytes of a request came, with TLS agreed upon, by {@link System#nanoTime}. */
    public Optional<Long> askedAt() {
        return Optional.ofNullable(asked.getNow(null));
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket caller = server.accept();
                connected.complete(System.nanoTime());
                threads.execute(() -> connect(caller));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    @SuppressWarnings("EmptyCatch") // a caller that goes away takes its connection with it, and that is all
    private void connect(Socket caller) {
        try (Socket outside = tls.createSocket(caller, null, true);
                Socket inside = new Socket()) {
            outside.setTcpNoDelay(true);
            inside.setTcpNoDelay(true);
            inside.connect(engine);
            threads.execute(() -> pump(inside, outside));
            InputStream in = outside.getInputStream();
            byte[] first = new byte[FIRST];
            int length = in.read(first);
            if (length > 0) {
                asked.complete(System.nanoTime());
                inside.getOutputStream().write(first, 0, length);
                copy(in, inside.getOutputStream());
            }
        } catch (IOException e) {
        }
    }

    @SuppressWarnings("EmptyCatch") // as above
    private static void pump(Socket from, Socket to) {
        try (from;
                to) {
            copy(from.getInputStream(), to.getOutputStream());
        } catch (IOException e) {
        }
    }

    private static void copy(InputStream in, OutputStream out) throws IOException {
        in.transferTo(out);
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
        certificate.close();
    }
}
