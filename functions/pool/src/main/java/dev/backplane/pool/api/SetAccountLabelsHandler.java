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
import dev.backplane.pool.LabelOutcome;
import dev.backplane.pool.store.LabelStore;
import dev.backplane.pool.store.Stores;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Sets the labels of an account. */
public final class SetAccountLabelsHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("SetAccountLabels", Scopes.WRITE, "PUT /pool/accounts/{id}/labels");

    private final LabelStore labels;

    public SetAccountLabelsHandler() {
        this(Platform.lambda());
    }

    public SetAccountLabelsHandler(Platform platform) {
        super(platform, OPERATION);
        this.labels = new Stores(platform).labels();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AccountId> id = input.path("id", Fields.ACCOUNT_ID);
        Supplier<List<String>> wanted = input.body("labels", Fields.LABELS);
        input.verify();

        return switch (labels.putLabels(id.get(), new TreeSet<>(wanted.get()), request.actor())) {
            case LabelOutcome.Labeled(Account account) -> HttpResponse.ok(AccountView.of(account));
            case LabelOutcome.TooMany(int limit) ->
                HttpResponse.problem(
                        Problem.of(409, "TOO_MANY_LABELS", "The pool has as many different labels as it can have.")
                                .with("limit", new Num(Integer.toString(limit))));
            case LabelOutcome.NotFound _ -> Problems.accountNotFound(id.get());
        };
    }
}
