package dev.backplane.local.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Strict percent-decoding: invalid UTF-8 is rejected. */
public final class PercentEncoding {

    private PercentEncoding() {}

    /** Decodes a path. */
    public static String decodePath(String encoded) throws BadEscapeException {
        return decode(encoded, false);
    }

    /** Decodes a name or value of a query or form; plus means space. */
    public static String decodeQuery(String encoded) throws BadEscapeException {
        return decode(encoded, true);
    }

    private static String decode(String encoded, boolean plusIsSpace) throws BadEscapeException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c > '~') {
                throw new BadEscapeException();
            }
            if (c == '%') {
                bytes.write(escaped(encoded, i));
                i += 2;
            } else {
                bytes.write(c == '+' && plusIsSpace ? ' ' : c);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadEscapeException();
        }
    }

    private static int escaped(String encoded, int at) throws BadEscapeException {
        if (at + 2 >= encoded.length()
                || !HexFormat.isHexDigit(encoded.charAt(at + 1))
                || !HexFormat.isHexDigit(encoded.charAt(at + 2))) {
            throw new BadEscapeException();
        }
        return HexFormat.fromHexDigits(encoded, at + 1, at + 3);
    }

    /** The client sent an invalid percent escape. */
    public static final class BadEscapeException extends Exception {

        private static final long serialVersionUID = 1L;
    }
}
