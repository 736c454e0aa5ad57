package dev.backplane.local.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The content of a request or response: bytes, which must not be modified, or a stream, which can be read once. */
public final class Body {

    /** No bytes. */
    public static final Body EMPTY = new Body(new byte[0], Optional.empty(), 0);

    private final byte[] bytes;
    private final Optional<InputStream> stream;
    private final long size;

    private Body(byte[] bytes, Optional<InputStream> stream, long size) {
        this.bytes = bytes;
        this.stream = stream;
        this.size = size;
    }

    /** Wraps these bytes without a copy, because bodies can be large. */
    public static Body of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Body(bytes, Optional.empty(), bytes.length);
    }

    /** Encodes the text as UTF-8. */
    public static Body of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Wraps a stream, which its reader closes.
     *
     * @param size the number of its bytes; the stream of a response to HEAD has none
     */
    public static Body of(InputStream stream, long size) {
        return new Body(new byte[0], Optional.of(stream), size);
    }

    /** Returns the bytes; reads the stream if there is one. */
    public byte[] bytes() {
        if (stream.isEmpty()) {
            return bytes;
        }
        try (InputStream content = stream.get()) {
            return content.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns the content as a stream. */
    public InputStream stream() {
        return stream.orElseGet(() -> new ByteArrayInputStream(bytes));
    }

    /** Returns whether the content must be read from a stream. */
    boolean isStream() {
        return stream.isPresent();
    }

    public long size() {
        return size;
    }

    /** Returns the bytes decoded as UTF-8. */
    public String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }
}
