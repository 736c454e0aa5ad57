package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.APP_USER;
import static dev.backplane.userdata.store.Attributes.EXPIRES_AT;
import static dev.backplane.userdata.store.Attributes.EXPIRY_SHARD;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.OBJECT;
import static dev.backplane.userdata.store.Attributes.TARGET;
import static dev.backplane.userdata.store.Attributes.WRITABLE_UNTIL;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The objects that no row refers to any more, and that have to be deleted.
 *
 * <p>The transaction that removes the reference to an object, or the upload that could create it, adds a row here. No later
 * write refers to the object, so it can be deleted at any time after that. The address of its upload may still be valid
 * then, so the object may be written, or written again. It is deleted once more when that is no longer possible.
 */
final class DiscardedObjects {

    /** The partition of the rows in the table of blobs; no app has this name. */
    static final String PARTITION = "\u0000objects";

    /** Longer than a request may take that begins while its address is valid. */
    private static final Duration MARGIN = Duration.ofDays(1);

    private final Dynamo dynamo;
    private final String table;
    private final Duration uploadTime;
    private final Clock clock;

    DiscardedObjects(Dynamo dynamo, UserdataSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.appDataBlob();
        this.uploadTime = settings.uploadTime();
        this.clock = clock;
    }

    /** Discards the object of a value that is replaced or deleted, if it has one. */
    void discard(Transaction transaction, Location location, ExpectedValue expected) {
        expected.object().ifPresent(id -> discard(transaction, location, id));
    }

    /** Discards the object of an upload or of a value. */
    void discard(Transaction transaction, Location location, UploadId id) {
        discard(transaction, location.user(), id);
    }

    /** Returns the object that a row of the table of blobs refers to. */
    static Optional<UploadId> objectOf(Item row) {
        return row.findText(TARGET).isPresent()
                ? Optional.of(row).filter(UploadRow::isOpen).map(upload -> UploadRow.idOf(upload.text(KEY)))
                : row.findText(OBJECT).map(UploadId::new);
    }

    void discard(Transaction transaction, UserId user, UploadId id) {
        Instant now = Times.now(clock);
        Item.Builder row = Item.builder();
        key(id).forEach(row::value);
        row.text(EXPIRES_AT, Times.format(now))
                .text(EXPIRY_SHARD, ExpiryIndex.partition(user, now))
                .text(WRITABLE_UNTIL, Times.format(now.plus(uploadTime).plus(MARGIN)));
        transaction.put(table, row.build());
    }

    /** Deletes an object that was discarded; returns whether nothing more has to be done. */
    boolean delete(UploadId id, BlobObjects objects) {
        Optional<Item> row = dynamo.get(table, key(id));
        if (row.isEmpty()) {
            return false;
        }
        objects.delete(id);
        String due = row.get().text(EXPIRES_AT);
        Instant end = Times.parse(row.get().text(WRITABLE_UNTIL));
        if (!end.isAfter(Times.now(clock))) {
            return dynamo.delete(table, key(id), equal(EXPIRES_AT, Values.text(due))) instanceof Write.Applied;
        }
        String shard = ExpiryIndex.moved(row.get().text(EXPIRY_SHARD), end);
        dynamo.update(
                table,
                key(id),
                new ItemUpdate()
                        .set(EXPIRES_AT, Values.text(Times.format(end)))
                        .set(EXPIRY_SHARD, Values.text(shard))
                        .onlyIf(equal(EXPIRES_AT, Values.text(due))));
        return false;
    }

    private static Map<String, AttributeValue> key(UploadId id) {
        return Values.key(APP_USER, PARTITION, KEY, id.value());
    }
}
