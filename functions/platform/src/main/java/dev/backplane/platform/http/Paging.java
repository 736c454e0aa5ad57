package dev.backplane.platform.http;

import dev.backplane.platform.InvalidValueException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The {@code limit} and {@code cursor} of a list, declared with the other inputs and read after verification. */
public final class Paging {

    static final String CURSOR = "cursor";

    private static final int DEFAULT_LIMIT = 25;
    private static final int MAX_LIMIT = 100;

    private final String operation;
    private final Supplier<Optional<Integer>> limit;
    private final Supplier<Optional<String>> cursor;

    private Paging(String operation, Supplier<Optional<Integer>> limit, Supplier<Optional<String>> cursor) {
        this.operation = operation;
        this.limit = limit;
        this.cursor = cursor;
    }

    static Paging declare(String operation, Input input, String cursor) {
        return new Paging(
                operation, input.optionalQuery("limit", InputType.integer(1, MAX_LIMIT)), cursorOf(input, cursor));
    }

    static Paging declareCursor(String operation, Input input) {
        return new Paging(operation, Optional::empty, cursorOf(input, CURSOR));
    }

    private static Supplier<Optional<String>> cursorOf(Input input, String name) {
        return input.optionalQuery(name, InputType.text(Function.identity()));
    }

    /** Returns the largest number of items on a page. */
    public int limit() {
        return limit.get().orElse(DEFAULT_LIMIT);
    }

    /**
     * Returns the position at which the page begins; rejects a damaged cursor or one from another list.
     *
     * @param list distinguishes this list from other lists of the operation, such as the id in its path
     * @param position parses the position that {@link #cursor} was given
     */
    public <T> Optional<T> after(String list, Function<String, T> position) {
        return cursor.get().map(text -> {
            try {
                return position.apply(Cursor.open(text, binding(list)));
            } catch (InvalidValueException e) {
                throw Problem.of(400, "INVALID_CURSOR", "The cursor is damaged or belongs to another list.")
                        .asException();
            }
        });
    }

    /** Returns the cursor of the page that begins after a position. */
    public String cursor(String list, String position) {
        return Cursor.seal(position, binding(list));
    }

    private String binding(String list) {
        return operation + '\n' + list;
    }
}
