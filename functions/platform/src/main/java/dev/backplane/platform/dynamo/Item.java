package dev.backplane.platform.dynamo;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item with typed access to its attributes. */
public record Item(Map<String, AttributeValue> attributes) {

    public static Builder builder() {
        return new Builder();
    }

    /** Returns a text that the item must have. */
    public String text(String name) {
        return findText(name).orElseThrow(() -> missing(name));
    }

    public Optional<String> findText(String name) {
        return Optional.ofNullable(attributes.get(name)).map(AttributeValue::s);
    }

    /** Returns a whole number that the item must have. */
    public long number(String name) {
        return findNumber(name).orElseThrow(() -> missing(name));
    }

    public Optional<Long> findNumber(String name) {
        return Optional.ofNullable(attributes.get(name)).map(AttributeValue::n).map(Long::valueOf);
    }

    /** Says whether a flag is set; an absent one is not. */
    public boolean flag(String name) {
        AttributeValue value = attributes.get(name);
        return value != null && Boolean.TRUE.equals(value.bool());
    }

    private IllegalStateException missing(String name) {
        return new IllegalStateException("item without " + name);
    }

    /** Builds an item; a value that is absent is left out. */
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
