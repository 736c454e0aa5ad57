package dev.backplane.local.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;

/** The JDK's HTTP server on 127.0.0.1, a virtual thread a request. */
public final class LoopbackServer implements AutoCloseable {
    private static final int BACKLOG = 512;
    private static final int STOP_SECONDS = 1;
    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 304);

    /** The JDK's server takes its limits from system properties alone, and only at its first use. */
    private static final Map<String, String> LIMITS = Map.of(
            "sun.net.httpserver.nodelay", "true",
            "sun.net.httpserver.maxReqTime", "30",
            "sun.net.httpserver.maxRspTime", "960", // longer than the longest function may run
            "sun.net.httpserver.maxReqHeaderSize", "65536",
            "jdk.httpserver.maxConnections", "1024");

    static {
        LIMITS.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BodyReader bodies = new BodyReader();
    private volatile boolean started;

    private LoopbackServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Takes the port, so that a taken one is known before anything else starts; requests wait until {@link #start}.
     *
     * @param port 0 for any free one
     * @throws java.net.BindException when the port is taken
     */
    public static LoopbackServer bind(int port) throws IOException {
        InetAddress loopback = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
        return new LoopbackServer(HttpServer.create(new InetSocketAddress(loopback, port), BACKLOG));
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Where clients find this server. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /** Serves requests; each line that {@code requests} receives tells of one, {@code problems} of those that failed. */
    public void start(Function<Request, Answer> handler, Consumer<String> requests, Consumer<String> problems) {
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                long start = System.nanoTime();
                int status = serve(exchange, handler, problems);
                long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
                String path = exchange.getRequestURI().getRawPath();
                requests.accept(exchange.getRequestMethod() + " " + path + " " + status + " " + millis + " ms");
            }
        });
        server.start();
        started = true;
    }

    private int serve(HttpExchange exchange, Function<Request, Answer> handler, Consumer<String> problems)
            throws IOException {
        try {
            Answer answer = bodies.answer(
                    exchange.getRequestBody(),
                    Exchanges.declaredLength(exchange),
                    body -> answer(Exchanges.request(exchange, body), handler, problems));
            return send(exchange, answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return send(exchange, Answer.message(503, "Service Unavailable"));
        }
    }

    private static Answer answer(Request request, Function<Request, Answer> handler, Consumer<String> problems) {
        if (!LoopbackHost.isMeantBy(request)) {
            return Answer.message(421, "Misdirected Request");
        }
        try {
            return handler.apply(request);
        } catch (RuntimeException e) {
            problems.accept(request.method() + " " + request.path() + " failed: " + e);
            return Answer.message(500, "Internal Server Error");
        }
    }

    private static int send(HttpExchange exchange, Answer answer) throws IOException {
        answer.headers().forEach((name, values) -> exchange.getResponseHeaders().put(name, values));
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head && !WITHOUT_BODY.contains(answer.status())) {
            exchange.getResponseHeaders()
                    .set("content-length", Integer.toString(answer.body().size()));
        }
        if (head || answer.body().size() == 0 || WITHOUT_BODY.contains(answer.status())) {
            exchange.sendResponseHeaders(answer.status(), -1);
        } else {
            exchange.sendResponseHeaders(answer.status(), answer.body().size());
            exchange.getResponseBody().write(answer.body().bytes());
        }
        return answer.status();
    }

    /** Lets requests under way finish for a moment, then closes every connection. */
    @Override
    public void close() {
        server.stop(started ? STOP_SECONDS : 0);
        threads.shutdownNow();
    }
}
