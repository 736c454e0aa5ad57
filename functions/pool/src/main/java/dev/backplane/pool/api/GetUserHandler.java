package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Ownership;
import dev.backplane.pool.UserId;
import dev.backplane.pool.store.Stores;
import dev.backplane.pool.store.UserStore;
import java.util.List;
import java.util.function.Supplier;

/** Returns a user and the lease they hold. */
public final class GetUserHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("GetUser", List.of(Scopes.READ, Scopes.SELF), "GET /pool/users/{userId}");

    private final UserStore users;

    public GetUserHandler() {
        this(Platform.lambda());
    }

    public GetUserHandler(Platform platform) {
        super(platform, OPERATION);
        this.users = new Stores(platform).users();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<UserId> id = input.path("userId", Fields.USER_ID);
        input.verify();

        if (!Ownership.of(request, Scopes.SELF, UserId::parse).includes(id.get())) {
            return Ownership.refusal();
        }
        return users.getUser(id.get()).<HttpResponse>map(UserView::ok).orElseGet(() -> Problems.userNotFound(id.get()));
    }
}
