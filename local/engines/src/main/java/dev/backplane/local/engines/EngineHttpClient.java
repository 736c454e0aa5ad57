package dev.backplane.local.engines;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpRequest;

/** An AWS SDK HTTP client for engines on loopback: the JDK's client with persistent connections. */
public final class EngineHttpClient implements SdkHttpClient {

    /** Headers that the JDK's client sets itself. */
    private static final Set<String> SET_BY_CLIENT =
            Set.of("host", "content-length", "connection", "expect", "upgrade", "transfer-encoding");

    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(60);

    /** Matches the scheme and host of a QueueUrl member; within a string its quotes would be escaped. */
    private static final Pattern QUEUE_URL = Pattern.compile("((?<!\\\\)\"QueueUrl\"\\s*:\\s*\"https?://[^/\"]+)");

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(threads)
            .build();

    @Override
    public String clientName() {
        return "Engine";
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                byte[] body = body(request);
                return send(request.httpRequest().getUri(), request.httpRequest(), body);
            }

            @Override
            public void abort() {
                // Calls on loopback are short, and interrupting the calling thread ends one immediately.
            }
        };
    }

    /** Sends a request to another address, with all its headers. */
    public HttpExecuteResponse send(URI target, SdkHttpRequest request, byte[] body) throws IOException {
        byte[] content = isForQueues(request) ? withPath(target.getPath(), body) : body;
        HttpRequest.Builder builder = HttpRequest.newBuilder(target)
                .timeout(CALL_TIMEOUT)
                .method(request.method().name(), BodyPublishers.ofByteArray(content));
        request.forEachHeader((name, values) -> {
            if (!SET_BY_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> builder.header(name, value));
            }
        });
        try {
            return response(client.send(builder.build(), BodyHandlers.ofByteArray()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            InterruptedIOException failure = new InterruptedIOException("interrupted while calling " + target);
            failure.initCause(interrupted);
            throw failure;
        }
    }

    private static boolean isForQueues(SdkHttpRequest request) {
        return request.firstMatchingHeader("X-Amz-Target")
                .filter(target -> target.startsWith("AmazonSQS."))
                .isPresent();
    }

    /** Adds the engine's path to queue URLs, which callers have in AWS's form. */
    private static byte[] withPath(String path, byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8);
        String root = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return QUEUE_URL
                .matcher(text)
                .replaceAll("$1" + Matcher.quoteReplacement(root))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static HttpExecuteResponse response(HttpResponse<byte[]> response) {
        return HttpExecuteResponse.builder()
                .response(SdkHttpFullResponse.builder()
                        .statusCode(response.statusCode())
                        .headers(response.headers().map())
                        .build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(response.body())))
                .build();
    }

    /** Returns the body of a request; empty if there is none. */
    public static byte[] body(HttpExecuteRequest request) throws IOException {
        ContentStreamProvider provider = request.contentStreamProvider().orElse(null);
        if (provider == null) {
            return new byte[0];
        }
        try (InputStream content = provider.newStream()) {
            return content.readAllBytes();
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        threads.close();
    }
}
