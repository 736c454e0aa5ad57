package dev.backplane.pool;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Sha256;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.UUID;

/** The id of a lease. */
public record LeaseId(String value) implements Comparable<LeaseId> {

    private static final String FORM = "[A-Za-z0-9-]{1,64}";

    /**
     * Parses the id in a request.
     *
     * @throws InvalidValueException if it is not a valid id
     */
    public static LeaseId parse(String text) {
        if (!text.matches(FORM)) {
            throw new InvalidValueException("must be 1 to 64 letters, digits and hyphens");
        }
        return new LeaseId(text);
    }

    /** Returns a UUID made of 128 random bits in hexadecimal. */
    public static LeaseId random(String hex) {
        return uuid(HexFormat.of().parseHex(hex), 4);
    }

    /**
     * Returns the id of the lease that a caller's request with an idempotency key creates, so that a repeat finds it.
     *
     * <p>The key has no line breaks, so different callers and keys never give the same text.
     */
    public static LeaseId of(IdempotencyKey key, String caller) {
        return uuid(Sha256.digest(key.value() + "\n" + caller), 8);
    }

    private static LeaseId uuid(byte[] bytes, int version) {
        ByteBuffer bits = ByteBuffer.wrap(bytes);
        long high = (bits.getLong() & ~0xF000L) | ((long) version << 12);
        long low = (bits.getLong() & ~0xC000_0000_0000_0000L) | 0x8000_0000_0000_0000L;
        return new LeaseId(new UUID(high, low).toString());
    }

    @Override
    public int compareTo(LeaseId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
