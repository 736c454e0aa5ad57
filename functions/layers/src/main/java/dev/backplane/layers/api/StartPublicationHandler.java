package dev.backplane.layers.api;

import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.Publication;
import dev.backplane.layers.PublicationId;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.store.PublicationStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.layers.workflow.Uploads;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.http.HttpHandler;
import dev.backplane.platform.http.HttpRequest;
import dev.backplane.platform.http.HttpResponse;
import dev.backplane.platform.http.Input;
import dev.backplane.platform.http.Operation;
import dev.backplane.platform.http.Problem;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Num;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.s3.S3Bucket;
import dev.backplane.platform.workflows.Workflow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Starts the publication of an uploaded layer. Repeating it returns the same execution.
 *
 * <p>An execution that ended without a result is followed by another one, which continues where it stopped.
 */
public final class StartPublicationHandler extends HttpHandler {

    public static final Operation OPERATION =
            Operation.of("StartPublication", Scopes.WRITE, "POST /publications/{publicationId}/start");

    private static final int MAX_TRIES = 5;

    private final PublicationStore publications;
    private final Uploads uploads;
    private final Workflow workflow;

    public StartPublicationHandler() {
        this(Platform.lambda());
    }

    public StartPublicationHandler(Platform platform) {
        super(platform, OPERATION);
        this.publications = new Stores(platform).publications();
        this.uploads = new Uploads(platform);
        this.workflow = Workflow.connect(platform, LayersSettings.PUBLISH_MACHINE);
    }

    @Override
    protected HttpResponse handle(HttpRequest request) {
        Input input = request.input();
        Supplier<PublicationId> id = input.path("publicationId", Fields.PUBLICATION_ID);
        input.verify();

        Optional<Publication> ended = Optional.empty();
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<Publication> found = publications.getPublication(id.get());
            if (found.isEmpty()) {
                return Problems.publicationNotFound(id.get());
            }
            Publication publication = found.get();
            switch (publication.status()) {
                case CREATED -> {
                    Optional<HttpResponse> refusal = begin(publication);
                    if (refusal.isPresent()) {
                        return refusal.get();
                    }
                }
                case RUNNING -> {
                    if (ended.filter(last -> last.attempt() == publication.attempt())
                            .isPresent()) {
                        publications.restart(publication);
                    } else if (workflow.start(publication.execution(), input(publication))
                            .isPresent()) {
                        return HttpResponse.accepted(PublicationView.of(publication));
                    } else {
                        // It writes its result before it ends, so the next read tells whether it has one.
                        ended = found;
                    }
                }
                case SUCCEEDED, PARTIAL, FAILED -> {
                    return HttpResponse.accepted(PublicationView.of(publication));
                }
            }
        }
        throw new Unavailable("CONTENDED", "Another start is in progress; try again.", Duration.ofSeconds(1));
    }

    /** Marks the publication as started, unless its upload is missing or too large. */
    private Optional<HttpResponse> begin(Publication publication) {
        Optional<S3Bucket.Found> upload = uploads.find(publication.id());
        if (upload.isEmpty()) {
            return Optional.of(HttpResponse.problem(
                    409, "NOT_UPLOADED", "Upload the layer's zip file first, to the address of the publication."));
        }
        if (upload.get().size() > Publication.MAX_BYTES) {
            return Optional.of(HttpResponse.problem(
                    Problem.of(413, "UPLOAD_TOO_LARGE", "The uploaded file is too large; upload a smaller one.")
                            .with("limitBytes", number(Publication.MAX_BYTES))
                            .with("sizeBytes", number(upload.get().size()))));
        }
        publications.start(publication.id(), upload.get().tag());
        return Optional.empty();
    }

    // No time and no random value: Step Functions joins an execution only if its input is the same, byte for byte.
    private static Obj input(Publication publication) {
        Map<String, JsonValue> input = new LinkedHashMap<>();
        input.put("publicationId", new Text(publication.id().value()));
        input.put("attempt", number(publication.attempt()));
        input.put(
                "regions",
                new Arr(publication.request().regions().stream()
                        .map(RegionName::value)
                        .sorted()
                        .<JsonValue>map(Text::new)
                        .toList()));
        return new Obj(input);
    }

    private static Num number(long value) {
        return new Num(Long.toString(value));
    }
}
