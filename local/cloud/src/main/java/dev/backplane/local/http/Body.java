package dev.backplane.local.http;

import java.nio.charset.StandardCharsets;

/** The bytes of a request or response. They must not be modified. */
public final class Body {

    /** No bytes. */
    public static final Body EMPTY = new Body(new byte[0]);

    private final byte[] bytes;

    private Body(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Wraps these bytes without a copy, because bodies can be large. */
    public static Body of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Body(bytes);
    }

    /** Encodes the text as UTF-8. */
    public static Body of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return bytes.length;
    }

    /** Returns the bytes decoded as UTF-8. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
