package dev.backplane.local.http;

import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
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

/** An HTTP server on 127.0.0.1, a virtual thread a request. What it refuses itself is JSON, as API Gateway's is. */
public final class LoopbackServer implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int BACKLOG = 512;
    private static final int MAX_CONNECTIONS = 1024;
    private static final int MAX_HEAD_BYTES = 65_536;

    /** How long a connection may be silent, also in the middle of a request. */
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration STOP_TIME = Duration.ofSeconds(1);

    private final Server server;
    private final ServerConnector connector;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BodyReader bodies = new BodyReader();

    private LoopbackServer() {
        QueuedThreadPool pool = new QueuedThreadPool();
        pool.setName("gateway");
        pool.setDaemon(false); // a process that serves goes on until it is told to stop
        server = new Server(pool);
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(MAX_HEAD_BYTES);
        // The gateway reads paths itself, and refuses as API Gateway does.
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

    /** Answers requests that never reach a handler in the form of API Gateway. */
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
            JettyExchange.send(request, response, LocalResponse.message(code, HttpStatus.getMessage(code)), callback);
        }
    }

    /**
     * Takes the port, so that a taken one is known before anything else starts; requests wait until {@link #start}.
     *
     * @param port 0 for any free one
     * @throws BindException when the port is taken
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

    /** Where clients find this server. */
    public URI address() {
        return URI.create("http://" + HOST + ":" + port());
    }

    /** Serves requests; each line that {@code requests} receives tells of one, {@code problems} of those that failed. */
    public void start(
            Function<LocalRequest, LocalResponse> handler, Consumer<String> requests, Consumer<String> problems) {
        server.setHandler(new GracefulHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(org.eclipse.jetty.server.Request exchange, Response response, Callback callback) {
                exchange.addIdleTimeoutListener(
                        timeout -> false); // a function may take longer than a client may be silent
                threads.execute(() -> {
                    long start = System.nanoTime();
                    LocalResponse answer = answer(exchange, handler, problems);
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
        } catch (Exception failure) { // Jetty declares no narrower type
            throw new IllegalStateException("the server does not start", failure);
        }
    }

    private LocalResponse answer(
            org.eclipse.jetty.server.Request exchange,
            Function<LocalRequest, LocalResponse> handler,
            Consumer<String> problems) {
        try {
            return bodies.answer(
                    Content.Source.asInputStream(exchange),
                    exchange.getLength(),
                    body -> answer(JettyExchange.request(exchange, body), handler, problems));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return LocalResponse.message(503, "Service Unavailable");
        } catch (IOException broken) { // the client has gone, is silent, or sends no valid chunks
            return LocalResponse.message(400, "Bad Request");
        }
    }

    private static LocalResponse answer(
            LocalRequest request, Function<LocalRequest, LocalResponse> handler, Consumer<String> problems) {
        if (!RequestOrigin.isLoopback(request)) {
            return LocalResponse.message(421, "Misdirected Request");
        }
        try {
            return handler.apply(request);
        } catch (RuntimeException e) {
            problems.accept(request.method() + " " + request.path() + " failed: " + e);
            return LocalResponse.message(500, "Internal Server Error");
        }
    }

    /** Lets requests under way finish for a moment, then closes every connection. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception late) { // Jetty says so when a request is not over in time, and has closed its connection
            server.setStopTimeout(0);
        }
        connector.close();
        threads.shutdownNow();
    }
}
