package dev.backplane.layers.api;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.Publication;
import dev.backplane.layers.PublicationId;
import dev.backplane.layers.PublicationStatus;
import dev.backplane.layers.store.PublicationStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.workflows.Workflow;
import java.util.Optional;
import java.util.function.Supplier;

/** Returns a publication with its progress in each region. */
public final class GetPublicationHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("GetPublication", Scopes.READ, "GET /publications/{publicationId}");

    private final PublicationStore publications;
    private final Workflow workflow;

    public GetPublicationHandler() {
        this(Platform.lambda());
    }

    public GetPublicationHandler(Platform platform) {
        super(platform, OPERATION);
        this.publications = new Stores(platform).publications();
        this.workflow = Workflow.connect(platform, LayersSettings.PUBLISH_MACHINE);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<PublicationId> id = input.path("publicationId", Fields.PUBLICATION_ID);
        input.verify();

        Optional<Publication> found = publications.getPublication(id.get());
        if (found.filter(this::seemsInterrupted).isPresent()) {
            // The execution may have ended after the read. It writes its result before.
            Optional<Publication> again = publications.getPublication(id.get());
            if (again.filter(after -> isSameRun(found.get(), after)).isPresent()) {
                return HttpResponse.ok(PublicationView.of(again.get(), PublicationView.INTERRUPTED, null));
            }
            return answer(id.get(), again);
        }
        return answer(id.get(), found);
    }

    private static HttpResponse answer(PublicationId id, Optional<Publication> found) {
        return found.map(publication -> (HttpResponse) HttpResponse.ok(PublicationView.of(publication)))
                .orElseGet(() -> Problems.publicationNotFound(id));
    }

    private boolean seemsInterrupted(Publication publication) {
        return publication.status() == PublicationStatus.RUNNING
                && !workflow.isRunning(workflow.execution(publication.execution()));
    }

    private static boolean isSameRun(Publication before, Publication after) {
        return after.status() == PublicationStatus.RUNNING && after.attempt() == before.attempt();
    }
}
