package dev.backplane.pool.api;

import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.log.Invocation;
import dev.backplane.pool.PoolMetrics;
import dev.backplane.pool.Verification;
import dev.backplane.pool.store.Auditor;
import dev.backplane.pool.store.Stores;
import java.util.Optional;
import java.util.function.Supplier;

/** Checks that everything in the pool fits together, and mends what does not if told to. */
public final class VerifyPoolHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("VerifyPool", Scopes.ADMIN, "POST /pool/verify");

    private final Auditor auditor;

    public VerifyPoolHandler() {
        this(Platform.lambda());
    }

    public VerifyPoolHandler(Platform platform) {
        super(platform, OPERATION);
        this.auditor = new Stores(platform).auditor();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Optional<Boolean>> repair = input.optionalBody("repair", InputType.bool());
        input.verify();

        Verification verification = auditor.verify(repair.get().orElse(false));
        Invocation.count(PoolMetrics.FINDINGS, verification.findings().size());
        return HttpResponse.ok(VerificationView.of(verification));
    }
}
