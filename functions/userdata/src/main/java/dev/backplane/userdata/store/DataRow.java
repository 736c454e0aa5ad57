package dev.backplane.userdata.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.greater;
import static dev.backplane.userdata.store.Attributes.CONTENT_TYPE;
import static dev.backplane.userdata.store.Attributes.CREATED_AT;
import static dev.backplane.userdata.store.Attributes.EXPIRES_AT;
import static dev.backplane.userdata.store.Attributes.KEY;
import static dev.backplane.userdata.store.Attributes.NUMBER;
import static dev.backplane.userdata.store.Attributes.OBJECT;
import static dev.backplane.userdata.store.Attributes.PACKED;
import static dev.backplane.userdata.store.Attributes.SIZE;
import static dev.backplane.userdata.store.Attributes.VALUE;
import static dev.backplane.userdata.store.Attributes.VERSION;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Entry;
import dev.backplane.userdata.Payload;
import dev.backplane.userdata.UploadId;
import dev.backplane.userdata.Version;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads the rows of values. */
final class DataRow {

    private DataRow() {}

    static Version version(Item row) {
        return Version.parse(row.text(VERSION))
                .orElseThrow(() -> new IllegalStateException("row with an invalid version"));
    }

    /** Returns the size of a value; the size of an incremented counter is computed from its digits. */
    static long size(Item head) {
        return head.findNumber(SIZE)
                .orElseGet(() -> new DataKey(head.text(KEY))
                        .sizeWith(counter(head).toString().length()));
    }

    /** Returns whether a separate row contains the value of this entry, and not of an earlier or later one. */
    static boolean isValueOf(Entry entry, Item row) {
        return row.findText(VERSION).equals(Optional.of(entry.version().toString()));
    }

    /** Reads the entry of a head row. */
    static Entry entry(Item head) {
        DataKey key = DataKey.parse(head.text(KEY));
        return new Entry(
                key,
                size(head),
                version(head),
                Times.parse(head.text(CREATED_AT)),
                head.findText(CONTENT_TYPE),
                expiresAt(head),
                head.findText(OBJECT).map(UploadId::new));
    }

    private static Optional<Instant> expiresAt(Item head) {
        return head.findText(EXPIRES_AT).map(Times::parse);
    }

    /** Returns whether readers no longer see the value, although its row may still exist. */
    static boolean isExpired(Item head, Instant now) {
        return expiresAt(head).filter(time -> !time.isAfter(now)).isPresent();
    }

    /** Requires that a value has not expired. */
    static Condition isLive(Instant now) {
        return absent(EXPIRES_AT).or(greater(EXPIRES_AT, Values.text(Times.format(now))));
    }

    /** Requires that a value has expired. */
    static Condition isExpired(Instant now) {
        return atMost(EXPIRES_AT, Values.text(Times.format(now)));
    }

    /**
     * Reads a value.
     *
     * @param row the head row, or the separate row
     */
    static Payload payload(Entry entry, Item row) {
        return Payload.stored(bytes(entry, row), entry.contentType());
    }

    /**
     * Reads a value for a list, and checks that it is JSON, because an invalid value would make the whole list invalid.
     */
    static Payload listed(Entry entry, Item row) {
        Payload payload = payload(entry, row);
        if (payload.contentType().isEmpty()) {
            payload.toJson();
        }
        return payload;
    }

    private static byte[] bytes(Entry entry, Item row) {
        if (entry.object().isPresent()) {
            return new byte[0];
        }
        AttributeValue packed = row.attributes().get(PACKED);
        if (packed != null) {
            long length = entry.size() - entry.key().sizeWith(0);
            if (length < 0 || length > Payload.MAX_BYTES) {
                throw new IllegalStateException("a packed value with an impossible size");
            }
            return Packing.unpack(packed.b().asByteArrayUnsafe(), (int) length);
        }
        AttributeValue value = row.attributes().get(VALUE);
        if (value == null) {
            return utf8(counter(row).toString());
        }
        return value.s() == null ? value.b().asByteArrayUnsafe() : utf8(value.s());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static boolean isCounter(Item head) {
        return head.attributes().containsKey(NUMBER);
    }

    /** Reads the number of a row that {@link #isCounter}. */
    static CounterNumber counter(Item head) {
        return Optional.ofNullable(head.attributes().get(NUMBER))
                .map(AttributeValue::n)
                .flatMap(CounterNumber::parse)
                .orElseThrow(() -> new IllegalStateException("row without a value"));
    }
}
