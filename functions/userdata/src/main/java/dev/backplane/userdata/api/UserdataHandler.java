package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Scope;
import dev.backplane.userdata.AppName;
import java.util.Optional;

/**
 * The base of the service's operations, and the one place that decides whose data a token reaches.
 *
 * <p>It decides before anything is read or even checked, so that a refusal tells nothing about what exists.
 */
abstract class UserdataHandler extends HttpHandler {

    private final Operation operation;

    UserdataHandler(Platform platform, Operation operation) {
        super(platform, operation);
        this.operation = operation;
    }

    abstract HttpResponse answer(Call call);

    @Override
    protected final HttpResponse handle(HttpRequest request) {
        Optional<String> user = request.path("user");
        if (user.isPresent() && !reachesAnybody(request) && !isSelf(request, user.get())) {
            return HttpResponse.problem(403, "FORBIDDEN", "The token reaches the data of its own subject only.");
        }
        if (request.path("app").filter(UserdataHandler::isReserved).isPresent()) {
            return Problems.invalidApp();
        }
        return answer(new Call(request, request.input()));
    }

    /** Only what the operation takes counts: what else the token allows is for other operations. */
    private boolean reachesAnybody(HttpRequest request) {
        for (Scope scope : operation.scopes()) {
            if (!scope.equals(Scopes.SELF) && request.isAllowed(scope)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSelf(HttpRequest request, String user) {
        return request.subject()
                .filter(subject -> user.equals(Call.ME) || user.equals(subject))
                .isPresent();
    }

    private static boolean isReserved(String name) {
        return new AppName(name).isReserved();
    }
}
