package dev.backplane.cli.http;

import dev.backplane.cli.http.Failure.Kind;
import dev.backplane.cli.output.Terminal;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** Sends HTTP requests to one suite, and shows them on demand. */
public final class Exchange implements AutoCloseable {

    // API Gateway responds after 30 seconds at the latest.
    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private static final Pattern SECRET = Pattern.compile(
            "(\"(?:secretAccessKey|sessionToken)\" *: *\"|[?&]X-Amz-(?:Signature|Security-Token)=)[^\"&]*");

    private final Target target;
    private final Terminal terminal;
    private final boolean verbose;
    private final HttpClient client;

    public Exchange(Target target, Terminal terminal, boolean verbose) {
        this.target = target;
        this.terminal = terminal;
        this.verbose = verbose;
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_TIMEOUT);
        // A proxy cannot reach a suite on this machine.
        this.client = (target.local()
                        ? builder.proxy(HttpClient.Builder.NO_PROXY)
                        : builder.proxy(ProxySelector.getDefault()))
                .build();
    }

    /** Sends a call with a token, and returns the response or the refusal as a failure. */
    public Answer send(Call call, String token) {
        Answer answer = ask(call, token);
        if (!answer.successful()) {
            throw Refusal.of(answer);
        }
        return answer;
    }

    /** Sends a call with a token, and returns any response. */
    public Answer ask(Call call, String token) {
        String body = call.body().map(Object::toString).orElse("");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target.address() + call.target()))
                .timeout(TIMEOUT)
                .header("accept", "application/json, application/problem+json")
                .header("authorization", "Bearer " + token)
                .method(
                        call.method(),
                        call.body().isPresent() ? BodyPublishers.ofString(body) : BodyPublishers.noBody());
        if (call.body().isPresent()) {
            request.header("content-type", "application/json");
        }
        call.headers().forEach(request::header);
        return exchange(request.build(), body, true);
    }

    /** Gets a page without a token. */
    public Answer get(String path) {
        return get(path, "*/*");
    }

    /** Gets a page of a type without a token. */
    public Answer get(String path, String type) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(target.address() + path))
                .timeout(TIMEOUT)
                .header("accept", type)
                .build();
        return exchange(request, "", true);
    }

    /** Posts JSON without a token, and waits for the response as long as it takes. */
    public Answer post(String path, String json) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(target.address() + path))
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build();
        return exchange(request, json, true);
    }

    /** Returns how far the clock of the suite is ahead of this machine's; zero if it does not tell its time. */
    public Duration skew(String path) {
        return get(path)
                .header("date")
                .map(date -> ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME))
                .map(date -> Duration.between(Instant.now(), date.toInstant()))
                .orElse(Duration.ZERO);
    }

    /** Sends a form, whose fields and response are secrets. */
    Answer form(String url, String fields) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(TIMEOUT)
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(fields))
                .build();
        return exchange(request, "***", false);
    }

    /** Uploads a file to a presigned URL, which needs no token. */
    public Answer upload(String url, BodyPublisher file) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).PUT(file).build();
        return exchange(request, "(file)", false);
    }

    private Answer exchange(HttpRequest request, String body, boolean showResponse) {
        show("> " + request.method() + " " + (showResponse ? request.uri() : withoutQuery(request.uri())));
        request.headers().map().forEach((name, values) -> show("> " + name + ": " + masked(name, values.getFirst())));
        if (!body.isEmpty()) {
            show("> " + body);
        }
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            show("< " + response.statusCode());
            response.headers().map().forEach((name, values) -> show("< " + name + ": " + String.join(", ", values)));
            if (!response.body().isEmpty()) {
                show("< " + (showResponse ? withoutSecrets(response.body()) : "***"));
            }
            return Answer.of(response);
        } catch (IOException e) {
            throw new Failure(Kind.UNREACHABLE, unreachable(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(Kind.UNREACHABLE, "The call was interrupted.");
        }
    }

    private String unreachable(IOException cause) {
        String start = target.local()
                ? "No server answered on " + target.address().getAuthority() + ". Start the suite with: ./backplane up"
                        + (target.address().getPort() == Target.DEFAULT_PORT
                                ? ""
                                : " --port " + target.address().getPort())
                : "No server answered at " + target.address() + ". Check the address and the network.";
        return verbose ? start + " (" + cause + ")" : start;
    }

    private static String masked(String name, String value) {
        return name.equals("authorization") ? "Bearer ***" : value;
    }

    /** Credentials of an account and presigned URLs give access to every reader of the output. */
    private static String withoutSecrets(String body) {
        return SECRET.matcher(body).replaceAll("$1***");
    }

    /** The query of a presigned URL is a secret. */
    private static URI withoutQuery(URI uri) {
        return URI.create(uri.toString().replaceFirst("\\?.*", "?***"));
    }

    private void show(String line) {
        if (verbose) {
            terminal.err().println(Terminal.printable(line));
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
