package dev.backplane.client;

import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A page of a list. */
public interface Page<T> {

    List<T> items();

    /** Returns the cursor of the next page; null on the last page. */
    @Nullable String next();

    /**
     * Returns the items of all pages. A page is read when its first item is needed.
     *
     * {@snippet :
     * ListDeploymentsOptions shop = ListDeploymentsOptions.none().withProject("shop");
     * Page.items(cursor -> deployments.listDeployments(cursor == null ? shop : shop.withCursor(cursor)))
     * }
     *
     * @param read reads the page at a cursor; the first page if it is null
     */
    static <T, P extends Page<T>> Iterable<T> items(Function<@Nullable String, Response<P>> read) {
        return () -> stream(read).iterator();
    }

    /** Returns the items of all pages as a stream. */
    static <T, P extends Page<T>> Stream<T> stream(Function<@Nullable String, Response<P>> read) {
        Iterable<Page<T>> pages = () -> new Pages<>(read);
        return java.util.stream.StreamSupport.stream(pages.spliterator(), false).flatMap(page -> page.items().stream());
    }

    /** Reads one page after another. */
    final class Pages<T, P extends Page<T>> implements Iterator<Page<T>> {

        private final Function<@Nullable String, Response<P>> read;
        private @Nullable String cursor;
        private boolean done;

        private Pages(Function<@Nullable String, Response<P>> read) {
            this.read = read;
        }

        @Override
        public boolean hasNext() {
            return !done;
        }

        @Override
        public Page<T> next() {
            if (done) {
                throw new java.util.NoSuchElementException();
            }
            Page<T> page = read.apply(cursor).body();
            cursor = page.next();
            done = cursor == null;
            return page;
        }
    }
}
