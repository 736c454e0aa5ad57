package dev.backplane.platform.dynamo;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param next the position after which the next page begins; empty for the last page
 */
public record Page<T, K>(List<T> items, Optional<K> next) {

    /**
     * Creates a page from up to one row more than the limit; the extra row shows that another page follows.
     *
     * @param position returns the position of a row in the list
     */
    public static <T, K> Page<T, K> of(List<T> rows, int limit, Function<T, K> position) {
        return rows.size() <= limit
                ? new Page<>(rows, Optional.empty())
                : new Page<>(rows.subList(0, limit), Optional.of(position.apply(rows.get(limit - 1))));
    }
}
