package dev.backplane.local.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** An HTTP server on 127.0.0.1 with a virtual thread per request. Its own errors are JSON, like API Gateway's. */
public final class LoopbackServer implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final int BACKLOG = 512;
    private static final int MAX_CONNECTIONS = 1024;
    private static final int MAX_HEAD_BYTES = 65_536;

    /**
     * The idle timeout of connections, also within a request. It is longer than the time for which clients keep unused
     * connections (the JDK: 30 s, the AWS SDK: 60 s), or they would send requests on connections that just closed.
     */
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(75);

    private static final Duration STOP_TIME = Duration.ofSeconds(1);

    private final Server server;
    private final ServerConnector connector;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BodyReader bodies = new BodyReader();

    private LoopbackServer() {
        QueuedThreadPool pool = new QueuedThreadPool();
        pool.setName("gateway");
        pool.setDaemon(false); // keeps the process alive
        server = new Server(pool);
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(MAX_HEAD_BYTES);
        // The gateway validates paths itself, as API Gateway does.
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
        connector.setHost(HOST);
        connector.setAcceptQueueSize(BACKLOG);
        connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, connector));
        server.setErrorHandler(new JsonErrors());
        server.setStopTimeout(STOP_TIME.toMillis());
    }

    /**
     * Renders errors before the handler in API Gateway's format. Jetty closes the connection after them without saying
     * so, and a client that keeps connections would send its next request on the closed one.
     */
    private static final class JsonErrors extends ErrorHandler {

        @Override
        public boolean errorPageForMethod(String method) {
            return true;
        }

        @Override
        protected void generateResponse(
                org.eclipse.jetty.server.Request request,
                Response response,
                int code,
                @Nullable String message,
                @Nullable Throwable cause,
                Callback callback) {
            response.getHeaders().put(HttpFields.CONNECTION_CLOSE);
            JettyExchange.send(request, response, LocalResponse.message(code, HttpStatus.getMessage(code)), callback);
        }
    }

    /**
     * Binds the port before anything else starts; requests wait until {@link #start}.
     *
     * @param port 0 for a free port
     * @throws BindException if the port is in use
     */
    public static LoopbackServer bind(int port) throws IOException {
        LoopbackServer loopback = new LoopbackServer();
        loopback.connector.setPort(port);
        try {
            loopback.connector.open();
            return loopback;
        } catch (IOException failure) {
            throw failure.getCause() instanceof BindException taken ? taken : failure;
        }
    }

    public int port() {
        return connector.getLocalPort();
    }

    /** Returns the base URL of this server. */
    public URI address() {
        return URI.create("http://" + HOST + ":" + port());
    }

    /** What answers the requests of a server. */
    public interface Handlers {

        /** Returns the response to a request. */
        LocalResponse answer(LocalRequest request);

        /**
         * Returns the response to a request whose body may be too large for memory, if it is one.
         *
         * @param head the request without its body
         */
        default Optional<LocalResponse> stream(LocalRequest head, InputStream body) throws IOException {
            return Optional.empty();
        }

        /** Returns the size of the largest accepted body. */
        default int bodyLimit(LocalRequest head) {
            return BodyReader.LIMIT;
        }
    }

    /** Serves requests; {@code requests} receives a line per request, {@code problems} a line per failure. */
    public void start(Handlers handlers, Consumer<String> requests, Consumer<String> problems) {
        server.setHandler(new GracefulHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(org.eclipse.jetty.server.Request exchange, Response response, Callback callback) {
                exchange.addIdleTimeoutListener(timeout -> false); // functions may take longer than the idle timeout
                threads.execute(() -> {
                    long start = System.nanoTime();
                    LocalResponse answer = answer(exchange, handlers, problems);
                    long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
                    requests.accept(exchange.getMethod() + " "
                            + exchange.getHttpURI().getPath() + " " + answer.status() + " " + millis + " ms");
                    JettyExchange.send(exchange, response, answer, callback);
                });
                return true;
            }
        }));
        try {
            server.start();
        } catch (Exception failure) { // Jetty declares Exception
            throw new IllegalStateException("the server did not start", failure);
        }
    }

    private LocalResponse answer(
            org.eclipse.jetty.server.Request exchange, Handlers handlers, Consumer<String> problems) {
        InputStream in = Content.Source.asInputStream(exchange);
        LocalRequest head = JettyExchange.request(exchange, Body.EMPTY);
        try {
            Optional<LocalResponse> streamed =
                    RequestOrigin.isLoopback(head) ? handlers.stream(head, in) : Optional.empty();
            if (streamed.isPresent()) {
                BodyReader.discard(in);
                return streamed.get();
            }
            return bodies.answer(
                    in,
                    exchange.getLength(),
                    handlers.bodyLimit(head),
                    body -> answer(JettyExchange.request(exchange, body), handlers, problems));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return LocalResponse.message(503, "Service Unavailable");
        } catch (IOException broken) { // the client disconnected, timed out or sent invalid chunks
            return LocalResponse.message(400, "Bad Request");
        }
    }

    private static LocalResponse answer(LocalRequest request, Handlers handlers, Consumer<String> problems) {
        if (!RequestOrigin.isLoopback(request)) {
            return LocalResponse.message(421, "Misdirected Request");
        }
        try {
            return handlers.answer(request);
        } catch (RuntimeException e) {
            problems.accept(request.method() + " " + request.path() + " failed: " + e);
            return LocalResponse.message(500, "Internal Server Error");
        }
    }

    /** Gives running requests a moment to finish, then closes all connections. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception late) { // thrown when a request did not finish in time; its connection is closed
            server.setStopTimeout(0);
        }
        connector.close();
        threads.shutdownNow();
    }
}
