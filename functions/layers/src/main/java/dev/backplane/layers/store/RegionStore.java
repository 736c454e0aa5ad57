package dev.backplane.layers.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.layers.Layer;
import dev.backplane.layers.LayerArn;
import dev.backplane.layers.LayersSettings;
import dev.backplane.layers.Publication;
import dev.backplane.layers.PublicationId;
import dev.backplane.layers.RegionName;
import dev.backplane.layers.RegionPublication.Status;
import dev.backplane.layers.RegisterOutcome;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * The steps of a publication in one region.
 *
 * <p>Every step has a condition on the row of the region, because a function that was considered dead may still be
 * running. So only one ARN is recorded, and a region that is being withdrawn is never registered.
 */
public final class RegionStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final LayerRegistrar registrar;

    RegionStore(Dynamo dynamo, LayersSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.clock = clock;
        this.registrar = new LayerRegistrar(dynamo, settings, clock);
    }

    /**
     * Marks a region in which nothing was published yet.
     *
     * @return false if something may have been published
     */
    public boolean begin(PublicationId id, RegionName region) {
        return move(id, region, changed(Status.PUBLISHING), isIn(Status.PENDING));
    }

    /**
     * Records what was published.
     *
     * @return false if another ARN is recorded, or the publication was withdrawn
     */
    public boolean recordArn(PublicationId id, LayerArn arn) {
        Condition sameOrNone = absent(Attributes.ARN).or(equal(Attributes.ARN, Values.text(arn.value())));
        ItemUpdate change = changed(Status.PUBLISHING).set(Attributes.ARN, Values.text(arn.value()));
        return move(id, arn.region(), change, isIn(Status.PUBLISHING).and(sameOrNone));
    }

    /**
     * Registers the layer version of a region. The row of the region changes in the same transaction.
     *
     * @return the outcome; empty if the publication was withdrawn
     */
    public Optional<RegisterOutcome> register(Publication publication, LayerArn arn) {
        Condition isPublished = isIn(Status.PUBLISHING).and(equal(Attributes.ARN, Values.text(arn.value())));
        LayerRegistrar.Companion row = (transaction, layer) -> transaction.update(
                table,
                PublicationRows.key(publication.id(), arn.region()),
                registered(layer).onlyIf(isPublished));
        try {
            RegisterOutcome outcome =
                    registrar.register(publication.request().layer(arn), publication.cause(), Optional.of(row));
            if (outcome instanceof RegisterOutcome.AlreadyRegistered(Layer layer)) {
                // By a caller who was faster, or by a transaction whose response was lost.
                move(publication.id(), arn.region(), registered(layer), isPublished);
            }
            return Optional.of(outcome);
        } catch (LayerRegistrar.CompanionRefusedException e) {
            return Optional.empty();
        }
    }

    private ItemUpdate registered(Layer layer) {
        return changed(Status.SUCCEEDED).set(Attributes.LAYER_VERSION, Values.number(layer.version()));
    }

    /**
     * Prevents the registration in a region, so that what was published can be deleted.
     *
     * @return false if the region has succeeded
     */
    public boolean withdraw(PublicationId id, RegionName region, String reason) {
        ItemUpdate change = changed(Status.WITHDRAWING).setIfAbsent(PublicationRows.FAILED_REASON, Values.text(reason));
        return move(id, region, change, isIn(Status.PENDING, Status.PUBLISHING, Status.WITHDRAWING));
    }

    /** Records that a withdrawn region has nothing left in Lambda. */
    public void fail(PublicationId id, RegionName region) {
        move(id, region, changed(Status.FAILED).remove(Attributes.ARN), isIn(Status.WITHDRAWING));
    }

    /** Records that a region has failed, and that what was published could not be deleted. */
    public void abandon(PublicationId id, RegionName region, String reason) {
        ItemUpdate change = changed(Status.FAILED).set(PublicationRows.FAILED_REASON, Values.text(reason));
        move(id, region, change, isIn(Status.PENDING, Status.PUBLISHING, Status.WITHDRAWING));
    }

    /** Returns whether a version with this ARN was ever registered. */
    public boolean isRegistered(LayerArn arn) {
        return dynamo.get(table, LayerKey.mark(arn)).isPresent();
    }

    private ItemUpdate changed(Status status) {
        return PublicationStore.changed(status.value(), Times.now(clock));
    }

    private static Condition isIn(Status... states) {
        return Condition.oneOf(
                PublicationRows.STATUS,
                List.of(states).stream().map(Status::value).map(Values::text).toList());
    }

    private boolean move(PublicationId id, RegionName region, ItemUpdate change, Condition condition) {
        return PublicationStore.isApplied(
                dynamo.update(table, PublicationRows.key(id, region), change.onlyIf(condition)));
    }
}
