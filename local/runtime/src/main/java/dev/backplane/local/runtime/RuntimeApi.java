package dev.backplane.local.runtime;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lambda's Runtime API for one function process, on loopback: events, responses, and the wait between snapshot and
 * restore.
 */
public final class RuntimeApi implements AutoCloseable {

    private static final String ROOT = "/2018-06-01/runtime";
    private static final String CREDENTIALS = "/credentials";
    private static final String FUNCTION_ARN = "arn:aws:lambda:us-east-1:000000000000:function:local";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<Call> waiting = new LinkedBlockingQueue<>();
    private final Map<String, Call> running = new ConcurrentHashMap<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final CompletableFuture<Void> snapshot = new CompletableFuture<>();
    private final CompletableFuture<Void> restored = new CompletableFuture<>();
    private final CompletableFuture<Long> ready = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** The credentials of every function; engines on this machine do not verify them. */
    static final class Credentials {

        static final String KEY = "AKIALOCAL";
        static final String SECRET = "local";
        static final String TOKEN = "local-session";

        private Credentials() {}
    }

    /** An event with its future response. */
    private record Call(String id, ByteBuffer event, CompletableFuture<Answer> answer) {}

    /**
     * The response of the function.
     *
     * @param nanoTime when it arrived, by {@link System#nanoTime}
     * @param failed whether it is an error
     */
    public record Answer(String payload, boolean failed, long nanoTime) {}

    public RuntimeApi() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext(ROOT + "/", this::serve);
        server.createContext(CREDENTIALS, RuntimeApi::credentials);
        server.start();
    }

    /** Returns the value of {@code AWS_LAMBDA_RUNTIME_API}. */
    public String address() {
        return InetAddress.getLoopbackAddress().getHostAddress() + ":"
                + server.getAddress().getPort();
    }

    /** Returns the credentials endpoint for functions restored from a snapshot, which contains none. */
    String credentialsAddress() {
        return "http://" + address() + CREDENTIALS;
    }

    private static void credentials(HttpExchange exchange) throws IOException {
        try (exchange) {
            Instant expiration = Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS);
            String json = """
                    {"AccessKeyId":"%s","SecretAccessKey":"%s","Token":"%s","Expiration":"%s"}""".formatted(Credentials.KEY, Credentials.SECRET, Credentials.TOKEN, expiration);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            reply(exchange, 200, json.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Completes when the function requests its first event, with the time by {@link System#nanoTime}. */
    public CompletableFuture<Long> ready() {
        return ready;
    }

    /** Queues an event for the function; the result fails if the process ends without a response. */
    public CompletableFuture<Answer> invoke(byte[] event) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Call call = new Call("call-" + calls.incrementAndGet(), ByteBuffer.wrap(event.clone()), answer);
        running.put(call.id(), call);
        waiting.add(call);
        return CompletableFuture.anyOf(answer, ended).thenApply(Answer.class::cast);
    }

    /** Completes when the function has finished its work before the snapshot and waits for the restore. */
    public CompletableFuture<Void> snapshot() {
        return snapshot;
    }

    /** Continues as a function restored from its snapshot. */
    public void restore() {
        restored.complete(null);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath().substring(ROOT.length());
            byte[] body = exchange.getRequestBody().readAllBytes();
            switch (path) {
                case "/invocation/next" -> next(exchange);
                case "/restore/next" -> {
                    snapshot.complete(null);
                    restored.join();
                    reply(exchange, 200, new byte[0]);
                }
                case "/init/error", "/restore/error" -> {
                    reply(exchange, 202, new byte[0]);
                    giveUp(text(body));
                }
                default -> finish(exchange, path, text(body));
            }
        }
    }

    private void next(HttpExchange exchange) throws IOException {
        ready.complete(System.nanoTime());
        try {
            Call call = waiting.take();
            var headers = exchange.getResponseHeaders();
            headers.set("Lambda-Runtime-Aws-Request-Id", call.id());
            headers.set(
                    "Lambda-Runtime-Deadline-Ms",
                    Long.toString(Instant.now().plus(TIMEOUT).toEpochMilli()));
            headers.set("Lambda-Runtime-Invoked-Function-Arn", FUNCTION_ARN);
            headers.set("Content-Type", "application/json");
            reply(exchange, 200, call.event().array());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void finish(HttpExchange exchange, String path, String payload) throws IOException {
        long arrived = System.nanoTime();
        String[] parts = path.split("/", -1);
        Call call = parts.length == 4 ? running.remove(parts[2]) : null;
        reply(exchange, call == null ? 404 : 202, new byte[0]);
        if (call != null) {
            call.answer().complete(new Answer(payload, parts[3].equals("error"), arrived));
        }
    }

    /** Fails every current and future wait for a process that has ended. */
    void giveUp(String reason) {
        FunctionFailedException failure = new FunctionFailedException(reason);
        snapshot.completeExceptionally(failure);
        ready.completeExceptionally(failure);
        ended.completeExceptionally(failure);
    }

    private static void reply(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        restored.complete(null);
        server.stop(0);
        threads.shutdownNow();
        giveUp("the Runtime API was closed");
    }
}
