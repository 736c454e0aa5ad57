package dev.backplane.userdata.store;

import static dev.backplane.userdata.store.Attributes.CONTENT_TYPE;
import static dev.backplane.userdata.store.Attributes.CREATED_AT;
import static dev.backplane.userdata.store.Attributes.EXPIRES_AT;
import static dev.backplane.userdata.store.Attributes.EXPIRY_SHARD;
import static dev.backplane.userdata.store.Attributes.NUMBER;
import static dev.backplane.userdata.store.Attributes.OBJECT;
import static dev.backplane.userdata.store.Attributes.PACKED;
import static dev.backplane.userdata.store.Attributes.SCALE;
import static dev.backplane.userdata.store.Attributes.SIZE;
import static dev.backplane.userdata.store.Attributes.VALUE;
import static dev.backplane.userdata.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Edit;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.Version;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The rows of a new value: a head row that contains it, or a head row and a separate row.
 *
 * <p>A query is charged for whole rows, even if it returns only some attributes. So head rows are small. Only a value
 * below two write units is in its head row, because a second row would cost more than it saves.
 */
record NewRow(Entry entry, Item head, Optional<Item> separate) {

    static final int WRITE_UNIT = 1024;
    static final int MAX_HEAD = 2 * WRITE_UNIT;

    /**
     * Returns the rows of a value.
     *
     * @param next a new version that contains when the key was created
     */
    static NewRow of(Location location, DataKey key, Edit.Replace replacement, Version next) {
        Payload payload = replacement.payload();
        Entry plain = new Entry(
                key,
                key.sizeWith(payload.bytes().length),
                next,
                next.created().orElseThrow(),
                payload.contentType(),
                replacement.expiry().map(expiry -> expiry.of(next.updated())));
        Map<String, AttributeValue> head =
                new HashMap<>(begin(location, plain).build().attributes());
        if (location.app().isEmpty()) {
            head.putAll(numberOf(payload));
        }
        Map<String, AttributeValue> value = valueOf(payload, bytesOf(head));
        boolean separate = bytesOf(head) + bytesOf(value) > MAX_HEAD;
        if (!separate) {
            head.putAll(value);
            return new NewRow(plain, new Item(head), Optional.empty());
        }
        Version version = next.inSeparateRow();
        head.put(VERSION, AttributeValue.fromS(version.toString()));
        Entry entry =
                new Entry(key, plain.size(), version, plain.createdAt(), payload.contentType(), plain.expiresAt());
        value.putAll(location.separate(key));
        value.put(VERSION, AttributeValue.fromS(version.toString()));
        return new NewRow(entry, new Item(head), Optional.of(new Item(value)));
    }

    /** Returns the row of a value that an object contains. */
    static NewRow ofObject(Location location, Entry entry) {
        Item head = begin(location, entry)
                .text(OBJECT, entry.object().orElseThrow().value())
                .build();
        return new NewRow(entry, head, Optional.empty());
    }

    private static Item.Builder begin(Location location, Entry entry) {
        return location.begin(entry.key())
                .number(SIZE, entry.size())
                .text(VERSION, entry.version().toString())
                .text(CREATED_AT, Times.format(entry.createdAt()))
                .text(CONTENT_TYPE, entry.contentType())
                .text(EXPIRES_AT, entry.expiresAt().map(Times::format))
                .text(EXPIRY_SHARD, entry.expiresAt().map(time -> ExpiryIndex.partition(location.user(), time)));
    }

    /** Returns the number of a counter; the written text is kept until the first increment. */
    private static Map<String, AttributeValue> numberOf(Payload payload) {
        char first = (char) payload.bytes()[0];
        if (first != '-' && (first < '0' || first > '9')) {
            return Map.of();
        }
        CounterNumber number = CounterNumber.parse(payload.text())
                .orElseThrow(() -> new IllegalArgumentException("a number that cannot be stored exactly"));
        return Map.of(
                NUMBER, AttributeValue.fromN(number.toString()),
                SCALE, AttributeValue.fromN(Integer.toString(number.scale())));
    }

    private static Map<String, AttributeValue> valueOf(Payload payload, int besides) {
        byte[] bytes = payload.bytes();
        int plain = unitsOf(besides + VALUE.length() + bytes.length);
        if (plain > 1) {
            byte[] packed = Packing.pack(bytes);
            if (unitsOf(besides + PACKED.length() + packed.length) < plain) {
                return new HashMap<>(Map.of(PACKED, AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(packed))));
            }
        }
        AttributeValue value = payload.contentType().isPresent()
                ? AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes))
                : AttributeValue.fromS(payload.text());
        return new HashMap<>(Map.of(VALUE, value));
    }

    private static int unitsOf(int bytes) {
        return (bytes + WRITE_UNIT - 1) / WRITE_UNIT;
    }

    /** Returns the size that DynamoDB charges, or slightly more. */
    private static int bytesOf(Map<String, AttributeValue> attributes) {
        return attributes.entrySet().stream()
                .mapToInt(attribute -> utf8(attribute.getKey()) + bytesOf(attribute.getValue()))
                .sum();
    }

    private static int bytesOf(AttributeValue value) {
        if (value.s() != null) {
            return utf8(value.s());
        }
        return value.n() == null
                ? value.b().asByteArrayUnsafe().length
                : value.n().length() + 1;
    }

    private static int utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
