package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AddOutcome;
import dev.backplane.pool.store.AccountStore;
import dev.backplane.pool.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Adds an account to the pool. */
public final class AddAccountHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("AddAccount", Scopes.WRITE, "POST /pool/accounts");

    private final AccountStore accounts;

    public AddAccountHandler() {
        this(Platform.lambda());
    }

    public AddAccountHandler(Platform platform) {
        super(platform, OPERATION);
        this.accounts = new Stores(platform).accounts();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AccountId> id = input.body("accountId", Fields.ACCOUNT_ID);
        Supplier<Optional<String>> name = input.optionalBody("name", Fields.NAME);
        input.verify();

        return switch (accounts.addAccount(id.get(), name.get(), request.actor())) {
            case AddOutcome.Added(Account account) ->
                HttpResponse.created("/pool/accounts/" + id.get(), AccountView.of(account));
            case AddOutcome.Exists(AccountState state) ->
                HttpResponse.problem(
                        Problem.of(409, "ACCOUNT_EXISTS", "Account " + id.get() + " is in the pool already.")
                                .with("state", state.value()));
            case AddOutcome.Full(int limit) ->
                HttpResponse.problem(Problem.of(409, "POOL_FULL", "The pool has reached its account limit.")
                        .with("limit", new Num(Integer.toString(limit))));
        };
    }
}
