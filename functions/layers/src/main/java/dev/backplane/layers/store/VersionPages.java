package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.REQUIREMENTS_TEXT;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Pages of versions, highest number first.
 *
 * <p>Keys sort as text, in which 10 comes before 2, so a page reads the rows of its numbers by their keys.
 */
final class VersionPages {

    /**
     * The maximum number of rows that a page reads; if most of them are hidden, the page ends early and has a next
     * page.
     */
    static final int MOST_ROWS = 300;

    /** The text after which a page ends, because a response of Lambda is limited to 6 MB. */
    static final int MOST_TEXT = 1024 * 1024;

    private static final int ROWS_PER_CALL = 100;

    // The length of the texts is not known before the first call; a page of the default size needs only one.
    private static final int FIRST_CALL_ROWS = 25;

    private final Dynamo dynamo;
    private final String table;

    VersionPages(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    /**
     * Reads a page; a damaged row is logged and left out.
     *
     * @param conversion converts a row; empty hides it
     */
    <T> Page<T, Long> read(
            VersionRange range, LongFunction<Map<String, AttributeValue>> key, Function<Item, Optional<T>> conversion) {
        List<T> page = new ArrayList<>();
        long top = range.top();
        long shownText = 0;
        long readText = 0;
        int count = Math.min(range.limit(), FIRST_CALL_ROWS);
        for (int left = MOST_ROWS; top > 0 && left > 0 && readText <= MOST_TEXT; ) {
            long bottom = Math.max(1, top - count + 1);
            Map<Map<String, AttributeValue>, Item> rows = rows(bottom, top, key);
            for (long version = top; version >= bottom; version--) {
                Optional<Item> row = Optional.ofNullable(rows.get(key.apply(version)));
                long text = row.map(VersionPages::textOf).orElse(0L);
                readText += text;
                Optional<T> shown = row.flatMap(item -> item.read(conversion)).flatMap(Function.identity());
                if (shown.isPresent()) {
                    page.add(shown.get());
                    shownText += text;
                }
                if (page.size() == range.limit() || shownText > MOST_TEXT) {
                    return new Page<>(page, after(version));
                }
            }
            top = bottom - 1;
            left -= count;
            // Some rows were hidden; read more rows per call from here on.
            count = Math.min(Math.min(4 * count, fitting(MOST_ROWS - left, readText)), Math.min(ROWS_PER_CALL, left));
        }
        return new Page<>(page, after(top + 1));
    }

    private static long textOf(Item row) {
        return row.findText(REQUIREMENTS_TEXT).map(String::length).orElse(0);
    }

    /** Returns how many more rows fit into a page, if their texts are as long as in the previous rows. */
    private static int fitting(int rows, long text) {
        return text == 0 ? ROWS_PER_CALL : Math.clamp((MOST_TEXT - text) * rows / text, 1, ROWS_PER_CALL);
    }

    private static Optional<Long> after(long version) {
        return version > 1 ? Optional.of(version) : Optional.empty();
    }

    /** Reads rows by their keys; the number in a row may be damaged. */
    private Map<Map<String, AttributeValue>, Item> rows(
            long bottom, long top, LongFunction<Map<String, AttributeValue>> key) {
        List<Map<String, AttributeValue>> keys =
                LongStream.rangeClosed(bottom, top).mapToObj(key).toList();
        return dynamo.getAll(table, keys).stream()
                .collect(Collectors.toMap(
                        row -> Attributes.key(row.text(Attributes.PK), row.text(Attributes.SK)), Function.identity()));
    }
}
