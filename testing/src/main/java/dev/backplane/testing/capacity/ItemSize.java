package dev.backplane.testing.capacity;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The size of items by DynamoDB's published rules. */
final class ItemSize {

    private static final int CONTAINER = 3;
    private static final int ELEMENT = 1;

    private ItemSize() {}

    static long of(Map<String, AttributeValue> item) {
        return item.entrySet().stream()
                .mapToLong(attribute -> utf8(attribute.getKey()) + of(attribute.getValue()))
                .sum();
    }

    private static long of(AttributeValue value) {
        return switch (value.type()) {
            case S -> utf8(value.s());
            case N -> number(value.n());
            case B -> value.b().asByteArrayUnsafe().length;
            case SS -> value.ss().stream().mapToLong(ItemSize::utf8).sum();
            case NS -> value.ns().stream().mapToLong(ItemSize::number).sum();
            case BS ->
                value.bs().stream()
                        .mapToLong(bytes -> bytes.asByteArrayUnsafe().length)
                        .sum();
            case L -> CONTAINER + list(value.l());
            case M -> CONTAINER + of(value.m()) + (long) ELEMENT * value.m().size();
            case BOOL, NUL -> 1;
            case UNKNOWN_TO_SDK_VERSION -> throw new IllegalArgumentException("unknown attribute type: " + value);
        };
    }

    private static long list(List<AttributeValue> elements) {
        return elements.stream().mapToLong(element -> ELEMENT + of(element)).sum();
    }

    // One byte per two digits, and one byte for sign and scale.
    private static long number(String digits) {
        return digits.chars().filter(Character::isDigit).count() / 2 + 2;
    }

    private static long utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
