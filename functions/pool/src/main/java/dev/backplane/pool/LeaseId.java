package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/** The name of a lease. */
public record LeaseId(String value) implements Comparable<LeaseId> {

    private static final String FORM = "[A-Za-z0-9-]{1,64}";

    /**
     * Reads what a caller sent.
     *
     * @throws InvalidValueException when no lease can have that name
     */
    public static LeaseId parse(String text) {
        if (!text.matches(FORM)) {
            throw new InvalidValueException("must be 1 to 64 letters, digits and hyphens");
        }
        return new LeaseId(text);
    }

    /** Makes a UUID of 128 random bits in hexadecimal. */
    public static LeaseId random(String hex) {
        return uuid(HexFormat.of().parseHex(hex), 4);
    }

    /**
     * Makes the one id that a request under an idempotency key can have, so that a repeat meets what it made.
     *
     * <p>The key has no line breaks, so no other caller and key give the same text.
     */
    public static LeaseId of(IdempotencyKey key) {
        try {
            byte[] name = (key.value() + "\n" + key.caller()).getBytes(StandardCharsets.UTF_8);
            return uuid(MessageDigest.getInstance("SHA-256").digest(name), 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
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
