package dev.backplane.platform;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Operations on strings: case, length and UTF-8. */
public final class Texts {

    private Texts() {}

    /**
     * Returns the text in lower case, as ids of people are compared.
     *
     * <p>A character that is not ASCII never becomes ASCII: by the Kelvin sign, two people would become one.
     */
    public static String lowerCase(String text) {
        return text.codePoints()
                .map(c -> {
                    int lower = Character.toLowerCase(c);
                    return c > 127 && lower <= 127 ? c : lower;
                })
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Truncates a string, but not inside a surrogate pair, because half a pair has no UTF-8 form. */
    public static String truncate(String text, int maxLength) {
        if (text.length() <= maxLength) {
            return text;
        }
        boolean splitsPair = Character.isHighSurrogate(text.charAt(maxLength - 1))
                && Character.isLowSurrogate(text.charAt(maxLength));
        return text.substring(0, splitsPair ? maxLength - 1 : maxLength);
    }

    /**
     * Decodes UTF-8 strictly; {@code new String} would replace invalid bytes.
     *
     * @throws IllegalArgumentException if the bytes are not UTF-8
     */
    public static String decodeUtf8(byte[] bytes) {
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
