package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.SIZE;
import static dev.backplane.userdata.store.Attributes.VERSION;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.ETag;
import dev.backplane.userdata.Entry;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a writer takes a value to be, and the condition that makes its write fail if it is not. */
sealed interface Seen {

    /** There is none. */
    record Absent() implements Seen {}

    /** It was read. */
    record Read(Item head, Entry entry) implements Seen {}

    /** The caller names it, and nobody has looked yet. */
    record Named(ETag named) implements Seen {}

    /** A condition of a write. */
    record Condition(String expression, Map<String, String> names, Map<String, AttributeValue> values) {}

    static Seen of(Optional<Item> head) {
        return head.<Seen>map(row -> new Read(row, DataRow.entry(row))).orElseGet(Absent::new);
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

    default boolean isApart() {
        return tag().map(tag -> tag.version().isApart()).orElse(false);
    }

    default Optional<Instant> created() {
        return switch (this) {
            case Absent _ -> Optional.empty();
            case Read read -> Optional.of(read.entry().createdAt());
            case Named(ETag named) -> named.version().created();
        };
    }

    default Condition condition() {
        return switch (this) {
            case Absent _ -> new Condition("attribute_not_exists(#key)", Map.of("#key", KEY), Map.of());
            case Read read ->
                new Condition(
                        "#version = :version",
                        Map.of("#version", VERSION),
                        Map.of(":version", Values.text(read.entry().version().toString())));
            case Named(ETag named) ->
                new Condition(
                        "#version = :version AND #size = :size",
                        Map.of("#version", VERSION, "#size", SIZE),
                        Map.of(
                                ":version", Values.text(named.version().toString()),
                                ":size", Values.number(named.size())));
        };
    }
}
