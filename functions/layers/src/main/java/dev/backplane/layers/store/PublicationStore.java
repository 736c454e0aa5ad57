package dev.backplane.layers.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.layers.NewPublication;
import dev.backplane.layers.Publication;
import dev.backplane.layers.PublicationId;
import dev.backplane.layers.PublicationOutcome;
import dev.backplane.layers.PublicationStatus;
import dev.backplane.layers.RegionPublication;
import dev.backplane.layers.RegionPublication.Status;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Publications: one row each, and one row for each of their regions. */
public final class PublicationStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    PublicationStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    /**
     * Creates a publication with its regions, unless it exists.
     *
     * @param bodyDigest distinguishes a repeated request from another one with the same id
     */
    public PublicationOutcome createPublication(
            PublicationId id, NewPublication request, String bodyDigest, Cause cause) {
        Instant now = Times.now(clock);
        List<RegionPublication> regions = request.regions().stream()
                .map(region -> new RegionPublication(
                        region, Status.PENDING, Optional.empty(), Optional.empty(), Optional.empty(), now))
                .toList();
        Publication publication = new Publication(
                id,
                request,
                PublicationStatus.CREATED,
                0,
                Optional.empty(),
                cause,
                now,
                now,
                Times.ofEpochSecond(now.plus(Publication.KEPT).getEpochSecond()),
                regions);
        Transaction transaction = new Transaction();
        // DynamoDB deletes expired rows with a delay.
        Condition unused = absent(Attributes.PK).or(atMost(Attributes.EXPIRES, Values.number(now.getEpochSecond())));
        Action row = transaction.put(table, PublicationRows.toItem(publication, bodyDigest), unused);
        regions.forEach(region -> transaction.put(table, PublicationRows.toItem(publication, region)));
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new PublicationOutcome.Created(publication);
            case Transaction.Refused refused ->
                refused.current(row)
                                .filter(earlier -> earlier.text(PublicationRows.BODY_DIGEST)
                                        .equals(bodyDigest))
                                .isPresent()
                        ? new PublicationOutcome.Repeated(getPublication(id).orElse(publication))
                        : new PublicationOutcome.Mismatch(id);
        };
    }

    /** Returns a publication that has not expired, with its regions. */
    public Optional<Publication> getPublication(PublicationId id) {
        List<Item> rows = new ArrayList<>();
        dynamo.forEach(
                ItemQuery.of(table, equal(Attributes.PK, Values.text(PublicationRows.partition(id))))
                        .consistent(true),
                rows::add);
        return rows.stream()
                .filter(PublicationRows::isPublication)
                .filter(row -> PublicationRows.expires(row).isAfter(clock.instant()))
                .findFirst()
                .map(row -> PublicationRows.toPublication(
                        row,
                        rows.stream()
                                .filter(other -> !PublicationRows.isPublication(other))
                                .toList()));
    }

    /**
     * Marks an uploaded publication as started.
     *
     * @return false if it has been started meanwhile
     */
    public boolean start(PublicationId id, String uploadTag) {
        return isApplied(dynamo.update(
                table,
                PublicationRows.key(id),
                changed(PublicationStatus.RUNNING.value())
                        .set(PublicationRows.ATTEMPT, Values.number(1))
                        .set(PublicationRows.UPLOAD_TAG, Values.text(uploadTag))
                        .onlyIf(has(PublicationStatus.CREATED))));
    }

    /** Lets another execution follow one that ended without a result; nothing happens if another one follows it already. */
    public void restart(Publication publication) {
        dynamo.update(
                table,
                PublicationRows.key(publication.id()),
                changed(PublicationStatus.RUNNING.value())
                        .set(PublicationRows.ATTEMPT, Values.number(publication.attempt() + 1))
                        .onlyIf(has(PublicationStatus.RUNNING), isOf(publication)));
    }

    /** Writes the result of a publication, if its execution is still the current one. */
    public void finish(Publication publication) {
        dynamo.update(
                table,
                PublicationRows.key(publication.id()),
                changed(publication.result().value()).onlyIf(has(PublicationStatus.RUNNING), isOf(publication)));
    }

    private ItemUpdate changed(String status) {
        return changed(status, Times.now(clock));
    }

    static ItemUpdate changed(String status, Instant now) {
        return new ItemUpdate()
                .set(PublicationRows.STATUS, Values.text(status))
                .set(PublicationRows.UPDATED, Values.text(Times.format(now)));
    }

    private static Condition has(PublicationStatus status) {
        return equal(PublicationRows.STATUS, Values.text(status.value()));
    }

    private static Condition isOf(Publication publication) {
        return equal(PublicationRows.ATTEMPT, Values.number(publication.attempt()));
    }

    static boolean isApplied(Write write) {
        return write instanceof Write.Applied;
    }
}
