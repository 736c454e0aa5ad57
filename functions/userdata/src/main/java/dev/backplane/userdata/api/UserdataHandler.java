package dev.backplane.userdata.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Texts;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Ownership;
import dev.backplane.userdata.AppName;
import java.util.Optional;
import java.util.function.Function;

/**
 * The base of the service's operations, which checks whose data the token can access.
 *
 * <p>It checks this before it reads the input, so that a refusal does not reveal what exists.
 */
abstract class UserdataHandler extends HttpHandler {

    UserdataHandler(Platform platform, Operation operation) {
        super(platform, operation);
    }

    abstract HttpResponse answer(Call call);

    @Override
    protected final HttpResponse handle(HttpRequest request) {
        Optional<String> user = request.path("user");
        if (user.isPresent() && !canAccess(request, user.get())) {
            return Ownership.refusal();
        }
        if (request.path("app").filter(UserdataHandler::isReserved).isPresent()) {
            return Problems.invalidApp();
        }
        return answer(new Call(request, request.input()));
    }

    private static boolean canAccess(HttpRequest request, String user) {
        Ownership<String> ownership = Ownership.of(request, Scopes.SELF, Function.identity());
        return user.equals(Call.ME) || ownership.includes(Texts.lowerCase(user));
    }

    private static boolean isReserved(String name) {
        return new AppName(name).isReserved();
    }
}
