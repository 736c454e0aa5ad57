package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Claim;
import dev.backplane.pool.IdempotencyKey;
import dev.backplane.pool.Terms;
import dev.backplane.pool.UserId;
import dev.backplane.pool.store.LeaseStore;
import dev.backplane.pool.store.Stores;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Leases an account to a user. */
public final class CreateLeaseHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of(
                    "CreateLease", List.of(Scopes.WRITE, Scopes.SELF), "POST /pool/leases")
            .withSnapshot();

    private final LeaseStore leases;

    public CreateLeaseHandler() {
        this(Platform.lambda());
    }

    public CreateLeaseHandler(Platform platform) {
        super(platform, OPERATION);
        this.leases = new Stores(platform).leases();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<UserId> user = input.body("userId", Fields.USER_ID);
        Supplier<Optional<Integer>> minutes = input.optionalBody("durationMinutes", Fields.DURATION);
        Supplier<Optional<AccountId>> account = input.optionalBody("accountId", Fields.ACCOUNT_ID);
        Supplier<Optional<String>> key = input.optionalHeader("Idempotency-Key", Fields.IDEMPOTENCY_KEY);
        input.verify();

        if (!Owner.of(request, Scopes.WRITE).mayActFor(user.get())) {
            return Problems.notTheirs();
        }
        // A token without a subject stands for nobody in particular; then the key belongs to the user.
        String caller = request.subject().orElse(user.get().value());
        Claim claim = new Claim(
                user.get(),
                new Terms(minutes.get(), account.get()),
                key.get().map(value -> new IdempotencyKey(caller, value)));
        return ClaimAnswers.of(claim, leases.createLease(claim));
    }
}
