package dev.backplane.pool.store;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.dynamo.Item;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Optional attributes that are either absent or valid.
 *
 * <p>An attribute of another type is an error and not an absent value: a lease whose members cannot be read must not
 * look like a lease without members.
 */
final class ItemFields {

    private ItemFields() {}

    static Optional<String> text(Item item, String name) {
        return require(item, name, item.findText(name));
    }

    /** Returns a map as an item. */
    static Optional<Item> map(Item item, String name) {
        return require(item, name, Optional.of(item.map(name)).filter(map -> !map.equals(Item.EMPTY)));
    }

    static List<String> texts(Item item, String name) {
        return set(item, name, item::texts);
    }

    static List<Long> numbers(Item item, String name) {
        return set(item, name, item::numbers);
    }

    /** Reads a set; DynamoDB has no empty sets. */
    private static <T> List<T> set(Item item, String name, Function<String, List<T>> reader) {
        List<T> values = reader.apply(name);
        require(item, name, values.stream().findFirst());
        return values;
    }

    private static <T> Optional<T> require(Item item, String name, Optional<T> value) {
        if (value.isEmpty() && item.attributes().containsKey(name)) {
            throw new InvalidValueException("item with " + name + " of another type");
        }
        return value;
    }
}
