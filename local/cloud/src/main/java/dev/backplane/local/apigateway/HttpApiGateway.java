package dev.backplane.local.apigateway;

import dev.backplane.local.apigateway.RouteTable.Match;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import dev.backplane.local.cognito.TokenVerifier;
import dev.backplane.local.http.Body;
import dev.backplane.local.http.LocalRequest;
import dev.backplane.local.http.LocalResponse;
import dev.backplane.local.http.PercentEncoding.BadEscapeException;
import dev.backplane.local.lambda.FunctionInvoker;
import dev.backplane.local.lambda.InvocationResult;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** API Gateway: routes, authorizes and integrates requests. */
public final class HttpApiGateway {

    private static final int REQUEST_ID_BYTES = 11;
    private static final Executor THREADS = task -> Thread.ofVirtual().start(task);

    private final RouteTable routes;
    private final JwtAuthorizer authorizer;
    private final FunctionInvoker functions;
    private final Consumer<String> problems;
    private final SecureRandom random = new SecureRandom();

    HttpApiGateway(RouteTable routes, JwtAuthorizer authorizer, FunctionInvoker functions, Consumer<String> problems) {
        this.routes = routes;
        this.authorizer = authorizer;
        this.functions = functions;
        this.problems = problems;
    }

    /**
     * Creates the gateway for the HTTP APIs of the templates.
     *
     * @param problems receives a line for every request that failed for a reason hidden from the caller
     * @throws dev.backplane.local.cloudformation.template.TemplateException if a route cannot be served
     */
    public static HttpApiGateway of(
            CloudTemplates templates, TokenVerifier verifier, FunctionInvoker functions, Consumer<String> problems) {
        return new HttpApiGateway(
                new RouteTable(HttpApiReader.routes(templates)), new JwtAuthorizer(verifier), functions, problems);
    }

    /** Returns the keys of all routes. */
    public List<String> routeKeys() {
        return routes.keys();
    }

    /** Returns the response to a request. */
    public LocalResponse answer(LocalRequest request) {
        String requestId = requestId();
        return routed(request, requestId).with("apigw-requestid", requestId);
    }

    private LocalResponse routed(LocalRequest request, String requestId) {
        try {
            Optional<LocalResponse> preflight = preflight(request);
            if (preflight.isPresent()) {
                return preflight.get();
            }
            Optional<Match> match = routes.match(request.method(), request.path());
            if (match.isEmpty()) {
                return LocalResponse.message(404, "Not Found");
            }
            return authorized(request, match.get(), requestId);
        } catch (BadEscapeException e) {
            return LocalResponse.message(400, "Bad Request");
        }
    }

    /** Returns the response to a preflight request, if the API has CORS, even for paths and methods without a route. */
    private Optional<LocalResponse> preflight(LocalRequest request) throws BadEscapeException {
        return Cors.isPreflight(request)
                ? routes.apiOf(request.path()).flatMap(ApiRoute.HttpApi::cors).map(cors -> cors.preflight(request))
                : Optional.empty();
    }

    private LocalResponse authorized(LocalRequest request, Match match, String requestId) throws BadEscapeException {
        Optional<ApiRoute.JwtRule> rule = match.route().rule();
        if (rule.isEmpty()) {
            return withCors(request, match, integrated(request, match, Optional.empty(), requestId));
        }
        return switch (authorizer.decide(request, rule.get())) {
            // As on AWS, the gateway's own 401 and 403 have no CORS headers.
            case JwtAuthorizer.Decision.Refused(LocalResponse answer) -> answer;
            case JwtAuthorizer.Decision.Allowed(AuthorizerContext who) ->
                withCors(request, match, integrated(request, match, Optional.of(who), requestId));
        };
    }

    private static LocalResponse withCors(LocalRequest request, Match match, LocalResponse answer) {
        return match.route()
                .api()
                .cors()
                .map(cors -> cors.applyTo(answer, request))
                .orElse(answer);
    }

    private LocalResponse integrated(
            LocalRequest request, Match match, Optional<AuthorizerContext> who, String requestId)
            throws BadEscapeException {
        ApiRoute route = match.route();
        String source = route.sourceArn(request.method());
        if (!functions.permits(route.function(), "apigateway.amazonaws.com", source)) {
            problems.accept("API Gateway may not invoke " + route.function() + " for "
                    + route.key().text() + ": no AWS::Lambda::Permission on it allows " + source);
            return internalServerError();
        }
        if (request.body().size() > FunctionInvoker.MAX_PAYLOAD_BYTES) {
            return tooLarge(); // before building a large event
        }
        Body event = HttpApiEvent.of(request, match, who, requestId);
        return event.size() > FunctionInvoker.MAX_PAYLOAD_BYTES ? tooLarge() : invoke(route, event);
    }

    /** Invokes the function. After the timeout it keeps running, as on AWS, but the caller gets an error. */
    private LocalResponse invoke(ApiRoute route, Body event) {
        try {
            InvocationResult result = CompletableFuture.supplyAsync(
                            () -> functions.invoke(route.function(), event.bytes()), THREADS)
                    .orTimeout(route.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            if (result.failed()) {
                problems.accept(route.key().text() + ": " + route.function() + " failed: "
                        + Body.of(result.payload()).text());
                return internalServerError();
            }
            return FunctionResponse.read(result.payload()).orElseGet(() -> malformed(route));
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                problems.accept(route.key().text() + ": " + route.function() + " did not respond within "
                        + seconds(route.timeout()));
                return LocalResponse.message(503, "Service Unavailable");
            }
            problems.accept(route.key().text() + ": " + route.function() + " could not be invoked: " + e.getCause());
            return internalServerError();
        }
    }

    private LocalResponse malformed(ApiRoute route) {
        problems.accept(route.key().text() + ": " + route.function() + " returned a malformed response");
        return internalServerError();
    }

    private static String seconds(Duration timeout) {
        return timeout.toMillis() / 1000.0 + " s";
    }

    private static LocalResponse internalServerError() {
        return LocalResponse.message(500, "Internal Server Error");
    }

    private static LocalResponse tooLarge() {
        return LocalResponse.message(413, "Request Entity Too Large");
    }

    private String requestId() {
        byte[] bytes = new byte[REQUEST_ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }
}
