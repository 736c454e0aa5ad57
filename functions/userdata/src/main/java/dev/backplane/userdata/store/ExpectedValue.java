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
import java.time.Instant;
import java.util.Optional;

/** The stored value as a writer expects it; the write fails if the stored value differs. */
sealed interface ExpectedValue {

    /** There is no value. */
    record Absent() implements ExpectedValue {}

    /** The value was read. */
    record Read(Item head, Entry entry) implements ExpectedValue {}

    /** The caller sent the entity tag, and the value was not read. */
    record Named(ETag named) implements ExpectedValue {}

    static ExpectedValue of(Optional<Item> head) {
        return head.<ExpectedValue>map(row -> new Read(row, DataRow.entry(row))).orElseGet(Absent::new);
    }

    default Optional<ETag> tag() {
        return switch (this) {
            case Absent _ -> Optional.empty();
            case Read read -> Optional.of(read.entry().tag());
            case Named(ETag named) -> Optional.of(named);
        };
    }

    default long size() {
        return tag().map(ETag::size).orElse(0L);
    }

    default boolean isSeparate() {
        return tag().map(tag -> tag.version().isSeparate()).orElse(false);
    }

    default Optional<Instant> created() {
        return switch (this) {
            case Absent _ -> Optional.empty();
            case Read read -> Optional.of(read.entry().createdAt());
            case Named(ETag named) -> named.version().created();
        };
    }

    /** Returns the condition that the stored value is the expected one. */
    default Condition condition() {
        return switch (this) {
            case Absent _ -> absent(KEY);
            case Read read -> equal(VERSION, Values.text(read.entry().version().toString()));
            case Named(ETag named) ->
                equal(VERSION, Values.text(named.version().toString())).and(equal(SIZE, Values.number(named.size())));
        };
    }
}
