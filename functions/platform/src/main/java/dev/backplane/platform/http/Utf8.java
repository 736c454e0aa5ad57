package dev.backplane.platform.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads bytes that strangers sent: what is not UTF-8 is refused, where {@code new String} would replace it. */
final class Utf8 {

    private Utf8() {}

    /**
     * Returns the text.
     *
     * @throws IllegalArgumentException when the bytes are not UTF-8
     */
    static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("not UTF-8", e);
        }
    }
}
