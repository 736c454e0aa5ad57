package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import dev.backplane.platform.log.Invocation;
import dev.backplane.pool.PoolMetrics;
import dev.backplane.pool.Verification;
import dev.backplane.pool.store.PoolVerifier;
import dev.backplane.pool.store.Stores;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Verifies the consistency of the pool, and repairs it if requested. */
public final class VerifyPoolHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("VerifyPool", Scopes.ADMIN, "POST /pool/verify");

    private static final String LIST = "pool";

    private final PoolVerifier verifier;

    public VerifyPoolHandler() {
        this(Platform.lambda());
    }

    public VerifyPoolHandler(Platform platform) {
        super(platform, OPERATION);
        this.verifier = new Stores(platform).verifier();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Optional<Boolean>> repair = input.optionalBody("repair", InputType.bool());
        Paging paging = input.cursor();
        input.verify();

        Optional<PoolVerifier.Position> from = paging.after(LIST, PoolVerifier.Position::parse);
        Verification verification =
                verifier.verify(repair.get().filter(wanted -> wanted).map(_ -> request.actor()), from);
        Invocation.count(PoolMetrics.FINDINGS, verification.findings().size());
        String next = verification
                .next()
                .map(position -> '"' + paging.cursor(LIST, position) + '"')
                .orElse("null");
        return HttpResponse.ok(VerificationView.of(verification), Map.of("next", next));
    }
}
