package dev.backplane.platform.http;

import dev.backplane.platform.http.HttpResponse.Success;
import dev.backplane.testing.TestPlatform;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Handlers of a test service. */
final class Handlers {

    static final Operation OPERATION =
            Operation.of("GetThing", Scope.of("things", "read"), "GET /things/{id}", "GET /things");

    private Handlers() {}

    static HttpHandler answering(Function<HttpRequest, HttpResponse> work) {
        return answering(TestPlatform.withoutAws(), work);
    }

    static HttpHandler answering(TestPlatform platform, Function<HttpRequest, HttpResponse> work) {
        return new HttpHandler(platform.platform(), OPERATION) {
            @Override
            protected HttpResponse handle(HttpRequest request) {
                return work.apply(request);
            }
        };
    }

    /** Returns which of the operation's two scopes the token has. */
    static HttpHandler ofTwoScopes(Scope one, Scope other) {
        Operation operation = Operation.of("GetThing", List.of(one, other), "GET /things/{id}");
        return new HttpHandler(TestPlatform.withoutAws().platform(), operation) {
            @Override
            protected HttpResponse handle(HttpRequest request) {
                return json("[" + request.isAllowed(one) + "," + request.isAllowed(other) + "]");
            }
        };
    }

    static Success json(String body) {
        return new Success(200, Map.of("content-type", "application/json"), Optional.of(body));
    }
}
