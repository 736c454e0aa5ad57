package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.SIZE;
import static dev.backplane.userdata.store.Attributes.VERSION;

import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.ETag;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.Version;
import java.time.Instant;
import java.util.Optional;

/** The stored value as a writer expects it; the write fails if the stored value differs. */
sealed interface ExpectedValue {

    /** There is no value. */
    record Absent() implements ExpectedValue {}

    /** The value was read. */
    record Read(Item head, Entry entry) implements ExpectedValue {}

    /** The value was read and has expired: callers see none, but its rows exist and are counted. */
    record Expired(Entry entry) implements ExpectedValue {}

    /** The caller sent the entity tag, and the value was not read. */
    record Named(ETag named, Instant now) implements ExpectedValue {}

    static ExpectedValue of(Optional<Item> head, Instant now) {
        return head.<ExpectedValue>map(row -> DataRow.isExpired(row, now)
                        ? new Expired(DataRow.entry(row))
                        : new Read(row, DataRow.entry(row)))
                .orElseGet(Absent::new);
    }

    /** Returns the tag of the value that callers see. */
    default Optional<ETag> tag() {
        return this instanceof Expired ? Optional.empty() : stored();
    }

    /** Returns the tag of the value that is stored. */
    private Optional<ETag> stored() {
        return switch (this) {
            case Absent _ -> Optional.empty();
            case Read read -> Optional.of(read.entry().tag());
            case Expired(Entry entry) -> Optional.of(entry.tag());
            case Named named -> Optional.of(named.named());
        };
    }

    /** Returns the object that contains the value, if one does. The object of a value that was not read is not known. */
    default Optional<UploadId> object() {
        return switch (this) {
            case Absent _, Named _ -> Optional.empty();
            case Read read -> read.entry().object();
            case Expired(Entry entry) -> entry.object();
        };
    }

    /** Returns the bytes that are counted for the value. */
    default long size() {
        return stored().map(ETag::size).orElse(0L);
    }

    default boolean isSeparate() {
        return stored().map(tag -> tag.version().isSeparate()).orElse(false);
    }

    default Optional<Instant> created() {
        return switch (this) {
            case Absent _ -> Optional.empty();
            case Read read -> Optional.of(read.entry().createdAt());
            case Expired _ -> Optional.empty();
            case Named named -> named.named().version().created();
        };
    }

    /** Returns the condition that the stored value is the expected one. */
    default Condition condition() {
        return switch (this) {
            case Absent _ -> absent(KEY);
            case Read read -> has(read.entry().version());
            case Expired(Entry entry) -> has(entry.version());
            case Named(ETag named, Instant now) ->
                has(named.version())
                        .and(equal(SIZE, Values.number(named.size())))
                        .and(DataRow.isLive(now));
        };
    }

    private static Condition has(Version version) {
        return equal(VERSION, Values.text(version.toString()));
    }
}
