package dev.backplane.platform.http;

import dev.backplane.platform.Texts;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** Decodes a query string exactly once; API Gateway's own decoding joins repeated names with commas. */
final class QueryString {

    private QueryString() {}

    static Map<String, String> parse(String raw, BiConsumer<String, String> reject) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : raw.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String rawName = equals < 0 ? pair : pair.substring(0, equals);
            try {
                String name = decode(rawName);
                String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
                if (values.putIfAbsent(name, value) != null) {
                    reject.accept(name, "is given more than once");
                }
            } catch (IllegalArgumentException e) {
                reject.accept(rawName, "is not valid percent-encoding");
            }
        }
        return values;
    }

    /** Decodes strictly: the JDK's decoder replaces bytes that are not UTF-8. */
    private static String decode(String text) {
        if (isPlain(text)) {
            return text;
        }
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(encoded.length);
        for (int i = 0; i < encoded.length; i++) {
            switch (encoded[i]) {
                case '%' -> {
                    decoded.write(hexDigit(encoded, i + 1) << 4 | hexDigit(encoded, i + 2));
                    i += 2;
                }
                case '+' -> decoded.write(' ');
                default -> decoded.write(encoded[i]);
            }
        }
        return Texts.decodeUtf8(decoded.toByteArray());
    }

    private static boolean isPlain(String text) {
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c >= 0x80 || c == '%' || c == '+') {
                return false;
            }
        }
        return true;
    }

    private static int hexDigit(byte[] encoded, int index) {
        return HexFormat.fromHexDigit(index < encoded.length ? encoded[index] : -1);
    }
}
