package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.REQUIREMENTS_TEXT;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Pages of versions, highest number first.
 *
 * <p>The keys sort as text, in which 10 comes before 2. So a page asks for the rows of its numbers by name.
 */
final class VersionPages {

    /** How many rows a page reads at most; where most are hidden, it ends early and the next one goes on. */
    static final int MOST_ROWS = 300;

    /** How much text a page holds or passes over at most, but for its last call: an answer of Lambda's ends at 6 MB. */
    static final int MOST_TEXT = 1024 * 1024;

    private static final int AT_A_TIME = 100;

    // How long the texts are is known only once some were read; a page of the usual size needs no second call.
    private static final int AT_FIRST = 25;

    private final Dynamo dynamo;
    private final String table;

    VersionPages(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    /**
     * Reads a page.
     *
     * @param numbered the attribute that holds a row's number
     */
    Page<Item, Long> read(
            VersionRange range, String numbered, LongFunction<Map<String, AttributeValue>> key, Predicate<Item> shown) {
        List<Item> page = new ArrayList<>();
        long top = range.top();
        long shownText = 0;
        long readText = 0;
        int count = Math.min(range.limit(), AT_FIRST);
        for (int left = MOST_ROWS; top > 0 && left > 0 && readText <= MOST_TEXT; ) {
            long bottom = Math.max(1, top - count + 1);
            for (Item row : rows(numbered, bottom, top, key)) {
                readText += textOf(row);
                if (shown.test(row)) {
                    page.add(row);
                    shownText += textOf(row);
                }
                if (page.size() == range.limit() || shownText > MOST_TEXT) {
                    return new Page<>(page, after(row.number(numbered)));
                }
            }
            top = bottom - 1;
            left -= count;
            // Hidden rows stood in the way: more at a time from here on, rather than one call for each.
            count = Math.min(Math.min(4 * count, fitting(MOST_ROWS - left, readText)), Math.min(AT_A_TIME, left));
        }
        return new Page<>(page, after(top + 1));
    }

    private static long textOf(Item row) {
        return row.findText(REQUIREMENTS_TEXT).map(String::length).orElse(0);
    }

    /** Returns how many rows more a page has room for, if their texts are as long as those of the rows before. */
    private static int fitting(int rows, long text) {
        return text == 0 ? AT_A_TIME : Math.clamp((MOST_TEXT - text) * rows / text, 1, AT_A_TIME);
    }

    private static Optional<Long> after(long version) {
        return version > 1 ? Optional.of(version) : Optional.empty();
    }

    private List<Item> rows(String numbered, long bottom, long top, LongFunction<Map<String, AttributeValue>> key) {
        List<Map<String, AttributeValue>> keys =
                LongStream.rangeClosed(bottom, top).mapToObj(key).toList();
        return dynamo.getAll(table, keys).stream()
                .sorted(Comparator.comparingLong((Item row) -> row.number(numbered))
                        .reversed())
                .toList();
    }
}
