package dev.backplane.platform.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Decodes UTF-8 strictly: {@code new String} would replace invalid bytes. */
final class Utf8 {

    private Utf8() {}

    /**
     * Returns the text.
     *
     * @throws IllegalArgumentException if the bytes are not UTF-8
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
