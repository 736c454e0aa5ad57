package dev.backplane.local.s3;

import dev.backplane.local.http.LocalRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Computes version 4 signatures for S3, which signs paths as they are. */
record SigV4(String secret, String day, String region) {

    private static final String HMAC = "HmacSHA256";

    /** Returns the signature in hexadecimal. */
    String signature(String time, String canonicalRequest) {
        String scope = day + "/" + region + "/s3/aws4_request";
        String text = "AWS4-HMAC-SHA256\n" + time + "\n" + scope + "\n" + sha256(canonicalRequest);
        byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
        for (String part : List.of(day, region, "s3", "aws4_request")) {
            key = hmac(key, part);
        }
        return HexFormat.of().formatHex(hmac(key, text));
    }

    /** Returns the text to sign of a request with its signature in the query. */
    static String canonicalRequest(LocalRequest request, Map<String, List<String>> query, List<String> signedHeaders) {
        Map<String, String> encoded = new TreeMap<>();
        query.forEach((name, values) -> {
            if (!name.equals("X-Amz-Signature")) {
                encoded.put(encode(name), encode(values.getFirst()));
            }
        });
        String parameters = encoded.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining("&"));
        String headers = signedHeaders.stream()
                .map(name -> name + ":" + value(request, name) + "\n")
                .collect(Collectors.joining());
        return String.join(
                "\n",
                request.method(),
                request.path(),
                parameters,
                headers,
                String.join(";", signedHeaders),
                request.header("x-amz-content-sha256").orElse("UNSIGNED-PAYLOAD"));
    }

    private static String value(LocalRequest request, String header) {
        return request.headers().getOrDefault(header, List.of()).stream()
                .map(value -> value.strip().replaceAll(" +", " "))
                .collect(Collectors.joining(","));
    }

    private static String encode(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean unreserved = (c >= 'A' && c <= 'Z')
                    || (c >= 'a' && c <= 'z')
                    || (c >= '0' && c <= '9')
                    || "-_.~".indexOf(c) >= 0;
            encoded.append(
                    unreserved
                            ? String.valueOf(c)
                            : "%" + HexFormat.of().withUpperCase().toHexDigits(b));
        }
        return encoded.toString();
    }

    /** Compares in constant time. */
    static boolean areEqual(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("SHA-256 is required of every Java platform", e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(HMAC + " is required of every Java platform", e);
        }
    }
}
