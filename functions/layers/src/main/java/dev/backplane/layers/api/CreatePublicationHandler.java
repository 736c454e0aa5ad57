package dev.backplane.layers.api;

import dev.backplane.layers.LayerLimits;
import dev.backplane.layers.NewPublication;
import dev.backplane.layers.Publication;
import dev.backplane.layers.PublicationId;
import dev.backplane.layers.PublicationOutcome;
import dev.backplane.layers.PublicationStatus;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.store.PublicationStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.layers.workflow.Uploads;
import dev.backplane.platform.Cause;
import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.InputType;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/** Prepares the publication of a layer, and returns the address to which its content is uploaded. */
public final class CreatePublicationHandler extends HttpHandler {

    public static final Operation OPERATION = Operation.of("CreatePublication", Scopes.WRITE, "POST /publications");

    private final PublicationStore publications;
    private final Uploads uploads;
    private final PublicationInput body;
    private final Clock clock;
    private final Ids ids;

    public CreatePublicationHandler() {
        this(Platform.lambda());
    }

    public CreatePublicationHandler(Platform platform) {
        super(platform, OPERATION);
        this.publications = new Stores(platform).publications();
        this.uploads = new Uploads(platform);
        this.body = new PublicationInput(
                LayerLimits.from(platform.settings()),
                RegionName.parse(platform.aws().region().id()).partition());
        this.clock = platform.clock();
        this.ids = platform.ids();
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<NewPublication> publication = body.declare(input);
        Supplier<Optional<String>> reason = input.optionalBody("reason", InputType.reason());
        Supplier<Optional<IdempotencyKey>> key = input.idempotencyKey();
        input.verify();

        PublicationId id = key.get()
                .map(value -> PublicationId.of(value, request.actor()))
                .orElseGet(() -> new PublicationId(ids.next()));
        Cause cause = new Cause(request.actor(), reason.get());
        return switch (publications.createPublication(id, publication.get(), input.bodyDigest(), cause)) {
            case PublicationOutcome.Created(Publication created) ->
                HttpResponse.created("/publications/" + created.id(), view(created));
            // It gets a new address, because the first one may have expired.
            case PublicationOutcome.Repeated(Publication earlier) -> HttpResponse.ok(view(earlier));
            case PublicationOutcome.Mismatch(PublicationId earlier) ->
                HttpResponse.problem(Problem.of(
                                409,
                                "IDEMPOTENCY_MISMATCH",
                                "An earlier request with the same Idempotency-Key had another body.")
                        .with("publicationId", earlier.value()));
        };
    }

    private PublicationView view(Publication publication) {
        return publication.status() == PublicationStatus.CREATED
                ? PublicationView.of(
                        publication,
                        publication.status().value(),
                        PublicationView.Upload.to(
                                uploads.address(publication.id()),
                                Times.now(clock).plus(Uploads.VALIDITY)))
                : PublicationView.of(publication);
    }
}
