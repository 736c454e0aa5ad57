package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsRefusalException;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.pool.AccessSettings;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.access.RevocationOutcome;
import dev.backplane.pool.access.Revoker;
import java.util.Optional;
import java.util.function.Supplier;

/** Tries again to revoke the sessions of an account that refused it. */
public final class RevokeSessionsHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("RevokeSessions", Scopes.WRITE, "POST /pool/accounts/{id}/revocations");

    private final Optional<Revoker> revoker;

    public RevokeSessionsHandler() {
        this(Platform.lambda());
    }

    public RevokeSessionsHandler(Platform platform) {
        super(platform, OPERATION);
        this.revoker = AccessSettings.from(platform.settings()).map(settings -> new Revoker(platform, settings));
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<AccountId> id = input.path("id", Fields.ACCOUNT_ID);
        input.verify();

        if (revoker.isEmpty()) {
            return Problems.accessNotConfigured();
        }
        return switch (revoker.get().revoke(id.get())) {
            case RevocationOutcome.Revoked(Account account) -> HttpResponse.ok(AccountView.of(account));
            case RevocationOutcome.Denied(AwsRefusalException cause) -> Problems.deniedByAccount(id.get(), cause);
            case RevocationOutcome.NotFound _ -> Problems.accountNotFound(id.get());
        };
    }
}
