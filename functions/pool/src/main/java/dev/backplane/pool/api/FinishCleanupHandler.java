package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.store.CleanupStore;
import dev.backplane.pool.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Finishes an attempt to clean an account. */
public final class FinishCleanupHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("FinishCleanup", Scopes.WRITE, "PUT /pool/accounts/{id}/cleanups/{attemptId}");

    private final CleanupStore cleanups;

    public FinishCleanupHandler() {
        this(Platform.lambda());
    }

    public FinishCleanupHandler(Platform platform) {
        super(platform, OPERATION);
        this.cleanups = new Stores(platform).cleanups();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AccountId> id = input.path("id", Fields.ACCOUNT_ID);
        Supplier<AttemptId> attempt = input.path("attemptId", Fields.ATTEMPT_ID);
        Supplier<Boolean> succeeded = input.body("result", Fields.RESULT);
        Supplier<Optional<String>> message = input.optionalBody("message", Fields.MESSAGE);
        input.verify();

        Cleanup.Result result = new Cleanup.Result(attempt.get(), succeeded.get());
        return StateResponses.of(id.get(), cleanups.finishCleanup(id.get(), result, message.get(), request.actor()));
    }
}
