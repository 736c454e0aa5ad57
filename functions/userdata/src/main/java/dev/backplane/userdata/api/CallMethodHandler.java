package dev.backplane.userdata.api;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.HttpResponse.Refusal;
import dev.backplane.platform.http.HttpResponse.Success;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Route;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.log.Invocation;
import dev.backplane.userdata.api.RpcMethod.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** Calls a route by the name of a method of UDS, for programs that were written for that service. */
public final class CallMethodHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("CallMethod", Scopes.USERS, "POST /userdata/rpc").withSnapshot();

    private static final InputType<RpcMethod> METHOD = InputType.text(name -> RpcMethod.find(name)
            .orElseThrow(() -> new InvalidValueException("must be the name of a method, such as data.app.get")));

    private final Map<String, Target> targets = new HashMap<>();

    /** A route and the handler of its operation. */
    private record Target(Route route, UserdataHandler handler) {}

    public CallMethodHandler() {
        this(Platform.lambda());
    }

    public CallMethodHandler(Platform platform) {
        super(platform, OPERATION);
        List.of(
                        new GetJsonHandler(platform),
                        new PutJsonHandler(platform),
                        new PatchJsonHandler(platform),
                        new DeleteJsonHandler(platform),
                        new ListJsonHandler(platform),
                        new GetBlobHandler(platform),
                        new PutBlobHandler(platform),
                        new DeleteBlobHandler(platform),
                        new ListBlobsHandler(platform),
                        new GetBehaviorHandler(platform),
                        new PutBehaviorHandler(platform),
                        new PatchBehaviorHandler(platform),
                        new DeleteBehaviorHandler(platform),
                        new ListBehaviorHandler(platform),
                        new IncrementCounterHandler(platform),
                        new ListAppUsersHandler(platform),
                        new ListUserAppsHandler(platform))
                .forEach(handler -> handler.operation()
                        .routes()
                        .forEach(route -> targets.put(route.key(), new Target(route, handler))));
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<RpcMethod> method = input.body("method", METHOD);
        Supplier<Optional<RpcParams>> given = input.optionalBody("params", RpcParams.TYPE);
        Supplier<RpcParams> params = () -> given.get().orElse(RpcParams.NONE);
        for (String name : List.of("app", "key", RpcParams.DATA)) {
            input.require(() -> params.get().has(name) || !method.get().needs(name), "params." + name, "is required");
        }
        input.require(() -> params.get().hasDataFor(method.get()), "params." + RpcParams.DATA, "must be base64");
        input.verify();

        Invocation.label("method", method.get().name());
        if (method.get().kind() == Kind.READ_AS_ADMIN && !request.isAllowed(Scopes.ADMIN)) {
            return HttpResponse.problem(403, "INSUFFICIENT_SCOPE", "The token lacks " + Scopes.ADMIN.full() + ".");
        }
        Target target = Objects.requireNonNull(targets.get(method.get().route()));
        return result(target.handler().call(request, params.get().call(method.get(), target.route())));
    }

    private static HttpResponse result(HttpResponse response) {
        return switch (response) {
            case Refusal refusal -> refusal;
            case Success success -> {
                Success result = HttpResponse.json(200, "{\"result\":" + json(success) + '}');
                for (String name : List.of("etag", "last-modified", "expires-at")) {
                    String value = success.headers().get(name);
                    result = value == null ? result : result.with(name, value);
                }
                yield result;
            }
        };
    }

    private static String json(Success success) {
        String body = success.body().orElse("null");
        return success.isBase64()
                ? "{\"contentType\":"
                        + new Text(Objects.requireNonNull(success.headers().get("content-type"))).compact()
                        + ",\"data\":\"" + body + "\"}"
                : body;
    }
}
