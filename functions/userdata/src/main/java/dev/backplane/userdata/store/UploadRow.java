package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Condition.greater;
import static dev.backplane.userdata.store.Attributes.CONTENT_TYPE;
import static dev.backplane.userdata.store.Attributes.DIGEST;
import static dev.backplane.userdata.store.Attributes.EXPIRES_AT;
import static dev.backplane.userdata.store.Attributes.EXPIRY_SHARD;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.LIFETIME;
import static dev.backplane.userdata.store.Attributes.RESULT;
import static dev.backplane.userdata.store.Attributes.SIZE;
import static dev.backplane.userdata.store.Attributes.TARGET;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Upload;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The row of an upload, in the partition of the blobs of its user.
 *
 * <p>It is open until it has a result, the version of the blob. Then it is kept for some time, so that a repeated
 * completion has the same result. The index by expiry finds it in both states.
 */
final class UploadRow {

    /** The prefix of the sort keys of uploads, which sorts before every key. */
    static final String PREFIX = Location.MEMORY_PREFIX;

    /** How long a completed upload is remembered. */
    static final Duration RETENTION = Duration.ofHours(24);

    private UploadRow() {}

    static Map<String, AttributeValue> key(Location location, UploadId id) {
        return location.key(PREFIX + id);
    }

    static boolean isUpload(Item row) {
        return row.text(KEY).startsWith(PREFIX);
    }

    /** Returns whether the bytes of an upload are reserved. */
    static boolean isOpen(Item row) {
        return row.findText(RESULT).isEmpty();
    }

    static Item toItem(Location location, Upload upload) {
        Item.Builder row = Item.builder();
        key(location, upload.id()).forEach(row::value);
        upload.lifetime().ifPresent(time -> row.number(LIFETIME, time.toSeconds()));
        return row.text(TARGET, upload.key().value())
                .number(SIZE, upload.size())
                .text(CONTENT_TYPE, upload.content().type())
                .text(DIGEST, upload.content().sha256())
                .text(EXPIRES_AT, Times.format(upload.expiresAt()))
                .text(EXPIRY_SHARD, ExpiryIndex.partition(location.user(), upload.expiresAt()))
                .build();
    }

    static Upload toUpload(Item row) {
        DataKey key = DataKey.parse(row.text(TARGET));
        return new Upload(
                idOf(row.text(KEY)),
                key,
                new Upload.Content(row.number(SIZE) - key.sizeWith(0), row.text(CONTENT_TYPE), row.text(DIGEST)),
                row.findNumber(LIFETIME).map(Duration::ofSeconds),
                Times.parse(row.text(EXPIRES_AT)));
    }

    static UploadId idOf(String sortKey) {
        return UploadId.parse(sortKey.substring(PREFIX.length()));
    }

    /** Returns the entry of the blob that a completed upload created. */
    static Optional<Entry> result(Item row) {
        return row.findText(RESULT).flatMap(Version::parse).map(version -> entry(toUpload(row), version));
    }

    /** Returns the entry of the blob that an upload creates. */
    static Entry entry(Upload upload, Version version) {
        return new Entry(
                upload.key(),
                upload.size(),
                version,
                version.created().orElseThrow(),
                Optional.of(upload.content().type()),
                upload.lifetime().map(version.updated()::plus),
                Optional.of(upload.id()));
    }

    /** Returns the update that completes an open upload. */
    static ItemUpdate completion(UserId user, Version version, Instant now) {
        Instant forgotten = now.plus(RETENTION);
        return new ItemUpdate()
                .set(RESULT, Values.text(version.toString()))
                .set(EXPIRES_AT, Values.text(Times.format(forgotten)))
                .set(EXPIRY_SHARD, Values.text(ExpiryIndex.partition(user, forgotten)))
                .onlyIf(isOpen(), greater(EXPIRES_AT, Values.text(Times.format(now))));
    }

    /** Requires that the bytes of an upload are reserved. */
    static Condition isOpen() {
        return exists(TARGET).and(absent(RESULT));
    }

    static boolean isExpired(Item row, Instant now) {
        return !Times.parse(row.text(EXPIRES_AT)).isAfter(now);
    }

    /** Requires that an upload was completed, and need not be remembered any more. */
    static Condition isForgotten(Instant now) {
        return exists(RESULT).and(atMost(EXPIRES_AT, Values.text(Times.format(now))));
    }
}
