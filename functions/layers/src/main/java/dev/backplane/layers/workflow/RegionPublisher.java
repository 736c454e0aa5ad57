package dev.backplane.layers.workflow;

import dev.backplane.layers.LayerArn;
import dev.backplane.layers.Publication;
import dev.backplane.layers.PublicationId;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.RegionPublication;
import dev.backplane.layers.RegionPublication.Status;
import dev.backplane.layers.RegisterOutcome;
import dev.backplane.layers.store.RegionStore;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Publishes a layer in one region, or removes what was published.
 *
 * <p>Every step can be repeated, by a retry or by a function that was considered dead. What is published is either
 * recorded and then registered, or deleted.
 */
final class RegionPublisher {

    private static final String SUPERSEDED = "SUPERSEDED";

    private final RegionStore regions;
    private final Uploads uploads;
    private final LambdaPublisher lambda;

    RegionPublisher(RegionStore regions, Uploads uploads, LambdaPublisher lambda) {
        this.regions = regions;
        this.uploads = uploads;
        this.lambda = lambda;
    }

    /**
     * Publishes and registers the layer.
     *
     * @throws RetryableException if the task should be repeated
     */
    void publish(Publication publication, RegionName region) {
        RegionPublication row = publication.in(region);
        if (row.status().isFinal()) {
            return;
        }
        if (row.status() == Status.WITHDRAWING) {
            withdraw(publication, region, row.reason().orElse(SUPERSEDED));
            return;
        }
        try {
            LayerArn arn = row.arn().orElseGet(() -> published(publication, region));
            lambda.share(arn, publication.request().share());
            register(publication, arn);
        } catch (RejectedException e) {
            withdraw(publication, region, e.code());
        }
    }

    private LayerArn published(Publication publication, RegionName region) {
        PublicationId id = publication.id();
        // An earlier try may have published without recording it.
        List<LayerArn> earlier = regions.begin(id, region) ? List.of() : lambda.find(publication, region);
        earlier.stream().skip(1).forEach(lambda::delete);
        LayerArn arn = earlier.isEmpty()
                ? lambda.publish(
                        publication,
                        region,
                        uploads.read(id, publication.uploadTag().orElseThrow()))
                : earlier.getFirst();
        if (!regions.recordArn(id, arn)) {
            // Another try was faster, or gave up. The next one finds out.
            lambda.delete(arn);
            throw new RetryableException(SUPERSEDED);
        }
        return arn;
    }

    private void register(Publication publication, LayerArn arn) {
        Optional<RegisterOutcome> outcome = regions.register(publication, arn);
        switch (outcome.orElseThrow(() -> new RetryableException(SUPERSEDED))) {
            case RegisterOutcome.Registered _, RegisterOutcome.AlreadyRegistered _ -> {}
            // Another caller has registered the version, so it must stay.
            case RegisterOutcome.ArnMismatch _, RegisterOutcome.ArnTaken _, RegisterOutcome.DeleteFailed _ ->
                regions.abandon(publication.id(), arn.region(), "ARN_MISMATCH");
        }
    }

    /**
     * Deletes what was published and is not registered.
     *
     * @throws RetryableException if the task should be repeated
     */
    void withdraw(Publication publication, RegionName region, String reason) {
        PublicationId id = publication.id();
        if (!regions.withdraw(id, region, reason)) {
            return;
        }
        try {
            Set<LayerArn> published = new LinkedHashSet<>(lambda.find(publication, region));
            publication.in(region).arn().ifPresent(published::add);
            published.stream().filter(arn -> !regions.isRegistered(arn)).forEach(lambda::delete);
            regions.fail(id, region);
        } catch (RejectedException e) {
            regions.abandon(id, region, reason);
        }
    }

    /** Gives a region up; a version that it may have published is left for {@code POST /layers/verify} to report. */
    void abandon(Publication publication, RegionName region, String reason) {
        regions.abandon(publication.id(), region, reason);
    }
}
