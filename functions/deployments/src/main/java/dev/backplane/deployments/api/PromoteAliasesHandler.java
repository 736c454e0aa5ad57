package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasTarget;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.KeyedRequest;
import dev.backplane.deployments.Promotion;
import dev.backplane.deployments.PromotionOutcome;
import dev.backplane.deployments.PromotionRequest;
import dev.backplane.deployments.store.PromotionStore;
import dev.backplane.deployments.store.Stores;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Members;
import dev.backplane.platform.http.Operation;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Moves several aliases together or not at all. */
public final class PromoteAliasesHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("PromoteAliases", Scopes.WRITE, "POST /promotions");

    private static final int MAX_MOVES = 15;

    private final PromotionStore promotions;

    public PromoteAliasesHandler() {
        this(Platform.lambda());
    }

    public PromoteAliasesHandler(Platform platform) {
        super(platform, OPERATION);
        this.promotions = new Stores(platform).promotions();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<List<PromotionRequest>> moves = input.objects("moves", MAX_MOVES, PromoteAliasesHandler::move);
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        Supplier<Optional<KeyedRequest>> keyed = Fields.keyed(OPERATION, request, input);
        input.require(
                () -> moves.get().stream()
                                .map(PromotionRequest::alias)
                                .distinct()
                                .count()
                        == moves.get().size(),
                "moves",
                "must name each alias once");
        input.verify();

        PromotionOutcome outcome =
                promotions.promote(moves.get(), keyed.get(), new Cause(request.actor(), reason.get()));
        return outcome instanceof PromotionOutcome.Done(Promotion promotion)
                ? HttpResponse.created("/promotions/" + promotion.id(), PromotionView.of(promotion))
                : PromotionView.response(outcome);
    }

    private static Supplier<PromotionRequest> move(Members members) {
        Supplier<AliasId> alias = members.required("alias", InputType.text(AliasId::parseNew));
        Supplier<AliasTarget> target = members.required("target", InputType.text(Target::strict));
        Supplier<Optional<DeploymentId>> expected = members.optional("expectedDeployment", Fields.DEPLOYMENT_ID);
        return () -> new PromotionRequest(alias.get(), target.get(), expected.get());
    }
}
