package dev.backplane.layers.api;

import dev.backplane.layers.Verification;
import dev.backplane.layers.verify.LayerVerifier;
import dev.backplane.layers.verify.VerifyPosition;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Paging;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Compares the registry with its parameters and with Lambda, and repairs parameters if requested. */
public final class VerifyLayersHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("VerifyLayers", Scopes.ADMIN, "POST /layers/verify");

    private static final String LIST = "layers";

    private final LayerVerifier verifier;

    public VerifyLayersHandler() {
        this(Platform.lambda());
    }

    public VerifyLayersHandler(Platform platform) {
        super(platform, OPERATION);
        this.verifier = new LayerVerifier(platform);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<Optional<Boolean>> repair = input.optionalBody("repair", InputType.bool());
        Paging paging = input.cursor();
        input.verify();

        Optional<VerifyPosition> from = paging.after(LIST, verifier::position);
        Verification verification = verifier.verify(repair.get().orElse(false), from);
        String next = verification
                .next()
                .map(position -> '"' + paging.cursor(LIST, position) + '"')
                .orElse("null");
        return HttpResponse.ok(VerificationView.of(verification), Map.of("next", next));
    }
}
