package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.User;
import dev.backplane.pool.UserId;
import dev.backplane.pool.store.Stores;
import dev.backplane.pool.store.UserStore;
import java.util.Optional;
import java.util.function.Supplier;

/** Registers a user. */
public final class AddUserHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("AddUser", Scopes.WRITE, "POST /pool/users");

    private final UserStore users;

    public AddUserHandler() {
        this(Platform.lambda());
    }

    public AddUserHandler(Platform platform) {
        super(platform, OPERATION);
        this.users = new Stores(platform).users();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<UserId> id = input.body("userId", Fields.USER_ID);
        input.verify();

        return users.addUser(id.get())
                .<HttpResponse>map(UserView::ok)
                .orElseGet(() -> UserView.created(new User(id.get(), Optional.empty())));
    }
}
