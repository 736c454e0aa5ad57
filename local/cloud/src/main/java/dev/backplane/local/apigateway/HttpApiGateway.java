package dev.backplane.local.apigateway;

import dev.backplane.local.lambda.FunctionInvoker;
import dev.backplane.local.lambda.Invocation;
import dev.backplane.local.cognito.TokenVerifier;
import dev.backplane.local.cloudformation.template.CloudTemplates;
import java.util.List;
import dev.backplane.local.apigateway.RouteTable.Match;
import dev.backplane.local.http.Answer;
import dev.backplane.local.http.Body;
import dev.backplane.local.http.Percent.BadEscapeException;
import dev.backplane.local.http.Request;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Takes a request to a route's function and the function's answer back, with API Gateway's own answers in between. */
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
     * @throws dev.backplane.local.cloudformation.template.TemplateException when a route cannot be served
     */
    public static HttpApiGateway of(
            CloudTemplates templates, TokenVerifier verifier, FunctionInvoker functions, Consumer<String> problems) {
        return new HttpApiGateway(
                new RouteTable(HttpApis.routes(templates)), new JwtAuthorizer(verifier), functions, problems);
    }

    /** Returns the keys of all routes. */
    public List<String> routeKeys() {
        return routes.keys();
    }

    /** Answers a request. */
    public Answer answer(Request request) {
        String requestId = requestId();
        return routed(request, requestId).with("apigw-requestid", requestId);
    }

    private Answer routed(Request request, String requestId) {
        try {
            Optional<Answer> preflight = preflight(request);
            if (preflight.isPresent()) {
                return preflight.get();
            }
            Optional<Match> match = routes.match(request.method(), request.path());
            if (match.isEmpty()) {
                return Answer.message(404, "Not Found");
            }
            Answer answer = authorized(request, match.get(), requestId);
            return match.get()
                    .route()
                    .api()
                    .cors()
                    .map(cors -> cors.applyTo(answer, request))
                    .orElse(answer);
        } catch (BadEscapeException e) {
            return Answer.message(400, "Bad Request");
        }
    }

    private Optional<Answer> preflight(Request request) throws BadEscapeException {
        Optional<String> method = Cors.preflightMethod(request);
        return method.isEmpty()
                ? Optional.empty()
                : routes.match(method.get(), request.path())
                        .flatMap(match -> match.route().api().cors())
                        .map(cors -> cors.preflight(request));
    }

    private Answer authorized(Request request, Match match, String requestId) throws BadEscapeException {
        Optional<ApiRoute.JwtRule> rule = match.route().rule();
        if (rule.isEmpty()) {
            return integrated(request, match, Optional.empty(), requestId);
        }
        return switch (authorizer.decide(request, rule.get())) {
            case JwtAuthorizer.Decision.Refused(Answer answer) -> answer;
            case JwtAuthorizer.Decision.Allowed(Authorized who) ->
                integrated(request, match, Optional.of(who), requestId);
        };
    }

    private Answer integrated(Request request, Match match, Optional<Authorized> who, String requestId)
            throws BadEscapeException {
        ApiRoute route = match.route();
        String source = route.sourceArn(request.method());
        if (!functions.permits(route.function(), "apigateway.amazonaws.com", source)) {
            problems.accept("API Gateway may not invoke " + route.function() + " for "
                    + route.key().text() + ": no AWS::Lambda::Permission on it allows " + source);
            return internalServerError();
        }
        if (request.body().size() > FunctionInvoker.MAX_PAYLOAD_BYTES) {
            return tooLarge(); // before a large event is made only to be thrown away
        }
        Body event = HttpApiEvent.of(request, match, who, requestId);
        return event.size() > FunctionInvoker.MAX_PAYLOAD_BYTES ? tooLarge() : invoke(route, event);
    }

    /** A function that is still running after the timeout goes on, as on AWS; only the caller stops waiting. */
    private Answer invoke(ApiRoute route, Body event) {
        try {
            Invocation result = CompletableFuture.supplyAsync(() -> functions.invoke(route.function(), event.bytes()), THREADS)
                    .orTimeout(route.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            if (result.failed()) {
                problems.accept(route.key().text() + ": " + route.function() + " failed: "
                        + Body.of(result.payload()).text());
                return internalServerError();
            }
            return FunctionAnswer.read(result.payload()).orElseGet(() -> malformed(route));
        } catch (CompletionException e) {
            if (e.getCause() instanceof TimeoutException) {
                problems.accept(route.key().text() + ": " + route.function() + " did not answer within "
                        + seconds(route.timeout()));
                return Answer.message(503, "Service Unavailable");
            }
            problems.accept(route.key().text() + ": " + route.function() + " could not be invoked: " + e.getCause());
            return internalServerError();
        }
    }

    private Answer malformed(ApiRoute route) {
        problems.accept(route.key().text() + ": " + route.function() + " returned something that is not an answer");
        return internalServerError();
    }

    private static String seconds(Duration timeout) {
        return timeout.toMillis() / 1000.0 + " s";
    }

    private static Answer internalServerError() {
        return Answer.message(500, "Internal Server Error");
    }

    private static Answer tooLarge() {
        return Answer.message(413, "Request Entity Too Large");
    }

    private String requestId() {
        byte[] bytes = new byte[REQUEST_ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().encodeToString(bytes);
    }
}
