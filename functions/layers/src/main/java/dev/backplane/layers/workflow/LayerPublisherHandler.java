package dev.backplane.layers.workflow;

import com.amazonaws.services.lambda.runtime.Context;
import dev.backplane.layers.Publication;
import dev.backplane.layers.PublicationStatus;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.RegionPublication;
import dev.backplane.layers.store.PublicationStore;
import dev.backplane.layers.store.Stores;
import dev.backplane.platform.Platform;
import dev.backplane.platform.tasks.TaskHandler;
import java.util.Optional;

/** Does the work of the state machine that publishes a layer. */
public final class LayerPublisherHandler extends TaskHandler<PublishTask> {

    private static final PublishResult SUPERSEDED = new PublishResult("superseded");

    private final PublicationStore publications;
    private final RegionPublisher publisher;

    public LayerPublisherHandler() {
        this(Platform.lambda());
    }

    public LayerPublisherHandler(Platform platform) {
        super(platform, "layers", PublishTask.class);
        Stores stores = new Stores(platform);
        this.publications = stores.publications();
        this.publisher = new RegionPublisher(stores.regions(), new Uploads(platform), new LambdaPublisher(platform));
    }

    @Override
    protected Object handle(PublishTask task, Context context) {
        Optional<Publication> current = publications
                .getPublication(task.id())
                .filter(found -> found.status() == PublicationStatus.RUNNING && found.attempt() == task.attempt());
        if (current.isEmpty()) {
            return SUPERSEDED;
        }
        switch (task.knownStep()) {
            case PUBLISH -> publisher.publish(current.get(), task.knownRegion());
            case WITHDRAW -> publisher.withdraw(current.get(), task.knownRegion(), task.reason());
            case FINISH -> finish(current.get());
        }
        return publications
                .getPublication(task.id())
                .map(after -> new PublishResult(statusOf(after, task)))
                .orElse(SUPERSEDED);
    }

    private static String statusOf(Publication publication, PublishTask task) {
        return task.knownStep() == PublishTask.Step.FINISH
                ? publication.status().value()
                : publication.in(task.knownRegion()).status().value();
    }

    private void finish(Publication publication) {
        publication.regions().stream()
                .filter(region -> !region.status().isFinal())
                .map(RegionPublication::region)
                .forEach((RegionName region) -> end(publication, region));
        publications
                .getPublication(publication.id())
                .filter(after -> after.attempt() == publication.attempt())
                .ifPresent(publications::finish);
    }

    /** Ends a region whose retries are used up, so that one that does not exist cannot keep a publication running. */
    private void end(Publication publication, RegionName region) {
        try {
            publisher.withdraw(publication, region, "NOT_FINISHED");
        } catch (RetryableException e) {
            publisher.abandon(publication, region, e.code());
        }
    }
}
