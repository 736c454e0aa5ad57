package dev.backplane.platform.dynamo;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param next the position after which the next page begins; empty when this page is the last
 */
public record Page<T, K>(List<T> items, Optional<K> next) {

    /**
     * Cuts a page from rows of which one more than the limit was read, so that a last page is known to be the last.
     *
     * @param position returns where a row stands in the list
     */
    public static <T, K> Page<T, K> of(List<T> rows, int limit, Function<T, K> position) {
        return rows.size() <= limit
                ? new Page<>(rows, Optional.empty())
                : new Page<>(rows.subList(0, limit), Optional.of(position.apply(rows.get(limit - 1))));
    }
}
