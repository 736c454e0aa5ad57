package dev.backplane.platform.dynamo;

import dev.backplane.platform.Actor;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.log.Invocation;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item with typed access to its attributes. */
public record Item(Map<String, AttributeValue> attributes) {

    /** An item without attributes. */
    public static final Item EMPTY = new Item(Map.of());

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Parses an item in DynamoDB JSON, as streams deliver it.
     *
     * @throws InvalidValueException if the JSON does not describe an item
     */
    public static Item ofJson(Obj json) {
        return new Item(DynamoJson.read(json));
    }

    /** Converts the item; a damaged item, for example one edited by hand, is logged and left out. */
    public <T> Optional<T> read(Function<Item, T> conversion) {
        try {
            return Optional.of(conversion.apply(this));
        } catch (RuntimeException e) {
            Invocation.recordFailure(e);
            return Optional.empty();
        }
    }

    /**
     * Returns a required string.
     *
     * @throws InvalidValueException if it is missing
     */
    public String text(String name) {
        return findText(name).orElseThrow(() -> missing(name));
    }

    public Optional<String> findText(String name) {
        return Optional.ofNullable(attributes.get(name)).map(AttributeValue::s);
    }

    /** Returns an actor; empty in items that are older than actors, and if the text is damaged. */
    public Optional<Actor> findActor(String name) {
        return findText(name).flatMap(text -> read(_ -> Actor.parse(text)));
    }

    /**
     * Returns a required whole number.
     *
     * @throws InvalidValueException if it is missing or not a whole number
     */
    public long number(String name) {
        return findNumber(name).orElseThrow(() -> missing(name));
    }

    public Optional<Long> findNumber(String name) {
        return Optional.ofNullable(attributes.get(name))
                .map(AttributeValue::n)
                .map(digits -> wholeNumber(name, digits));
    }

    private static long wholeNumber(String name, String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new InvalidValueException("item whose " + name + " is not a whole number: " + digits, e);
        }
    }

    /** Returns the members of a map as an item; empty if the item has no such map. */
    public Item map(String name) {
        AttributeValue value = attributes.get(name);
        return value != null && value.hasM() ? new Item(value.m()) : EMPTY;
    }

    /** Returns the elements of a string set; empty if the item has no such set. */
    public List<String> texts(String name) {
        AttributeValue value = attributes.get(name);
        return value != null && value.hasSs() ? value.ss() : List.of();
    }

    /**
     * Returns the elements of a number set; empty if the item has no such set.
     *
     * @throws InvalidValueException if an element is not a whole number
     */
    public List<Long> numbers(String name) {
        AttributeValue value = attributes.get(name);
        return value != null && value.hasNs()
                ? value.ns().stream().map(digits -> wholeNumber(name, digits)).toList()
                : List.of();
    }

    /** Returns whether a flag is set; an absent flag is not. */
    public boolean flag(String name) {
        AttributeValue value = attributes.get(name);
        return value != null && Boolean.TRUE.equals(value.bool());
    }

    private static InvalidValueException missing(String name) {
        return new InvalidValueException("item without " + name);
    }

    /** Builds an item; absent values are left out. */
    public static final class Builder {

        private final Map<String, AttributeValue> attributes = new LinkedHashMap<>();

        private Builder() {}

        public Builder text(String name, String value) {
            attributes.put(name, Values.text(value));
            return this;
        }

        public Builder text(String name, Optional<String> value) {
            value.ifPresent(present -> text(name, present));
            return this;
        }

        public Builder number(String name, long value) {
            attributes.put(name, Values.number(value));
            return this;
        }

        public Builder value(String name, AttributeValue value) {
            attributes.put(name, value);
            return this;
        }

        /** Adds a string set, unless it is empty. */
        public Builder texts(String name, Collection<String> values) {
            if (!values.isEmpty()) {
                attributes.put(name, Values.texts(values));
            }
            return this;
        }

        /** Adds a number set, unless it is empty. */
        public Builder numbers(String name, Collection<Long> values) {
            if (!values.isEmpty()) {
                attributes.put(name, Values.numbers(values));
            }
            return this;
        }

        public Builder flag(String name, boolean value) {
            attributes.put(name, Values.flag(value));
            return this;
        }

        public Item build() {
            return new Item(Map.copyOf(attributes));
        }
    }

    static Optional<Item> ofNullable(@Nullable Map<String, AttributeValue> attributes) {
        return attributes == null || attributes.isEmpty() ? Optional.empty() : Optional.of(new Item(attributes));
    }
}
