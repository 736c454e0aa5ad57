package dev.backplane.packages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a package was made of, in a few letters. A cache is known by it, because the JVM itself looks at no more than the
 * size and the time of a jar, and would run the old code of a jar that changed.
 */
final class Fingerprint {

    private static final int BYTES = 8;

    private final MessageDigest digest;

    Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has it", e);
        }
    }

    Fingerprint add(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        return this;
    }

    Fingerprint add(Path file) throws IOException {
        add(file.getFileName().toString());
        digest.update(Files.readAllBytes(file));
        return this;
    }

    /** Adds what a class does, by its code. */
    Fingerprint add(Class<?> type) throws IOException {
        String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException("there is no " + file);
            }
            add(file);
            digest.update(in.readAllBytes());
            return this;
        }
    }

    /** Ends it. */
    String text() {
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }
}
