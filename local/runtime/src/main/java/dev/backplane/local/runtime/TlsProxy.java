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

/** A TLS proxy on loopback in front of an engine without TLS; it forwards bytes unchanged. */
public final class TlsProxy implements AutoCloseable {

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

    public TlsProxy(URI engine) {
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

    /** Returns the address, with the host name of the certificate. */
    public URI endpoint() {
        return URI.create("https://localhost:" + server.getLocalPort() + path);
    }

    /** Returns the certificate in PEM format, for clients that verify it. */
    public Path certificate() {
        return certificate.pem();
    }

    /**
     * Makes TLS handshakes with itself, so that it is as fast as a server that has been running for a while.
     *
     * @param times the number of handshakes
     */
    public void warmUp(int times) {
        for (int i = 0; i < times; i++) {
            // Each time with a new context, because the same one would resume the session.
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

    /** Resets the watch, so that the next connection is the first. */
    public void watch() {
        connected = new CompletableFuture<>();
        asked = new CompletableFuture<>();
    }

    /** Returns when the first connection since then was opened, by {@link System#nanoTime}. */
    public Optional<Long> connectedAt() {
        return Optional.ofNullable(connected.getNow(null));
    }

    /** Returns when the first bytes of a request arrived after the handshake, by {@link System#nanoTime}. */
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

    @SuppressWarnings("EmptyCatch") // a client may close its connection at any time
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
