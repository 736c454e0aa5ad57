package dev.backplane.platform.http;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.backplane.platform.Deadline;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.aws.Unanswered;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.HttpResponse.Success;
import dev.backplane.platform.json.Json;
import dev.backplane.platform.log.Invocation;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The base class of every HTTP operation: it checks the scope, converts problems and faults to responses, and logs one
 * line.
 *
 * <p>Only this class converts events to requests and responses to bytes.
 */
public abstract class HttpHandler implements RequestStreamHandler {

    /** The event that keeps a function's snapshot: Lambda deletes a snapshot after 14 days without an invocation. */
    public static final String KEEP_ALIVE = "{\"keepAlive\":true}";

    /** The setting that names the claim with a person's id; without it, {@code sub} has it. */
    public static final String SUBJECT_CLAIM = "SUBJECT_CLAIM";

    private final Clock clock;
    private final Consumer<String> log;
    private final Operation operation;
    private final String subjectClaim;

    /** A response in API Gateway's payload format 2.0. */
    @io.avaje.jsonb.Json
    record Reply(
            int statusCode,
            Map<String, String> headers,
            @Nullable String body,
            boolean isBase64Encoded) {}

    protected HttpHandler(Platform platform, Operation operation) {
        this.clock = platform.clock();
        this.log = platform.log();
        this.operation = operation;
        this.subjectClaim = platform.settings().find(SUBJECT_CLAIM).orElse("sub");
    }

    /** Handles a request whose token allows the operation. */
    protected abstract HttpResponse handle(HttpRequest request);

    /** Returns the operation. */
    public final Operation operation() {
        return operation;
    }

    /**
     * Handles a call of another operation, as if its caller had called this one: the scopes of this one decide. Problems
     * and faults that are thrown are for the calling operation to pass on.
     */
    public final HttpResponse call(HttpRequest caller, RouteCall call) {
        return handleAllowed(caller.to(operation, call));
    }

    @Override
    public final void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
        HttpEvent event = Json.read(HttpEvent.class, in.readAllBytes());
        if (event.keepAlive()) {
            return; // Lambda counts the invocation; there is nothing to log or measure.
        }
        String requestId = requestId(event, context);
        Invocation invocation =
                new Invocation(context.getFunctionName(), operation.service(), operation.name(), requestId);
        HttpRequest request = new HttpRequest(operation, event, subjectClaim);
        Reply reply = Deadline.of(context.getRemainingTimeInMillis())
                .run(() -> invocation.run(() -> reply(request, invocation)));
        log.accept(invocation.line(clock.millis()));
        out.write(Json.writeBytes(reply));
    }

    private Reply reply(HttpRequest request, Invocation invocation) {
        invocation.actor(request.actor().text());
        return switch (conditional(request, respond(request, invocation))) {
            case Success(int status, var headers, Optional<String> body, boolean isBase64) -> {
                invocation.succeeded(status);
                yield new Reply(status, complete(headers), body.orElse(null), isBase64);
            }
            case Refusal(Problem problem, var headers) -> {
                invocation.refused(problem.status(), problem.code());
                Map<String, String> all = complete(headers);
                all.put("content-type", "application/problem+json");
                if (problem.status() == 503) {
                    all.putIfAbsent("retry-after", "1");
                }
                yield new Reply(problem.status(), all, problem.toJson(invocation.requestId()), false);
            }
        };
    }

    private HttpResponse respond(HttpRequest request, Invocation invocation) {
        try {
            // API Gateway checks this too, but the function must not depend on how it is invoked.
            return handleAllowed(request);
        } catch (ProblemException e) {
            return HttpResponse.problem(e.problem());
        } catch (RuntimeException e) {
            // Unavailable without a cause is a lost race, which the API contract documents; it is not a fault.
            if (!(e instanceof Unavailable) || e.getCause() != null) {
                invocation.failed(e);
            }
            return failure(e);
        }
    }

    private HttpResponse handleAllowed(HttpRequest request) {
        return isAllowed(request)
                ? handle(request)
                : HttpResponse.problem(
                        403,
                        "INSUFFICIENT_SCOPE",
                        "The token lacks " + String.join(" or ", operation.fullScopes()) + ".");
    }

    private static HttpResponse failure(RuntimeException failure) {
        Optional<Unavailable> unavailable =
                failure instanceof Unavailable known ? Optional.of(known) : Unanswered.of(failure);
        return unavailable
                .<HttpResponse>map(
                        e -> HttpResponse.unavailable(e.code(), String.valueOf(e.getMessage()), e.retryAfter()))
                .orElseGet(() -> HttpResponse.problem(
                        500, "INTERNAL", "An internal error occurred. Use the request id to report it."));
    }

    private boolean isAllowed(HttpRequest request) {
        for (Scope scope : operation.scopes()) {
            if (request.isAllowed(scope)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Applies the preconditions of a read, {@code If-Match} before {@code If-None-Match}. A redirect has a tag only if it
     * leads to the content of the same resource.
     */
    private static HttpResponse conditional(HttpRequest request, HttpResponse response) {
        if (!(response instanceof Success success)
                || !(success.status() == 200 || success.status() == 302)
                || !(request.method().equals("GET") || request.method().equals("HEAD"))) {
            return response;
        }
        Optional<String> tag = success.tag();
        Optional<String> ifMatch = request.header("if-match");
        if (tag.isPresent() && ifMatch.isPresent() && !tags(ifMatch).matchStrongly(tag)) {
            return HttpResponse.preconditionFailed(tag);
        }
        return tags(request.header("if-none-match")).matchWeakly(tag)
                ? new Success(304, withoutContentType(success.headers()), Optional.empty())
                : response;
    }

    /** Parses a header; a malformed one matches no tag. */
    private static EntityTags tags(Optional<String> header) {
        try {
            return header.map(EntityTags::parse).orElseGet(EntityTags::of);
        } catch (InvalidValueException e) {
            return EntityTags.of();
        }
    }

    private static Map<String, String> withoutContentType(Map<String, String> headers) {
        Map<String, String> rest = new TreeMap<>(headers);
        rest.remove("content-type");
        rest.remove("location");
        return rest;
    }

    private static Map<String, String> complete(Map<String, String> headers) {
        Map<String, String> all = new TreeMap<>(headers);
        all.putIfAbsent("cache-control", "no-store");
        // Browsers must not guess a content type that the response does not specify.
        all.put("x-content-type-options", "nosniff");
        return all;
    }

    private static String requestId(HttpEvent event, Context context) {
        HttpEvent.RequestContext request = event.requestContext();
        String id = request == null ? null : request.requestId();
        return id == null ? context.getAwsRequestId() : id;
    }
}
