package dev.backplane.platform;

import java.util.HexFormat;

/** A source of unique, unguessable identifiers. */
@FunctionalInterface
public interface Ids {

    /** Returns a new id of 32 lower-case hexadecimal characters. */
    String next();

    /** Returns ids of 128 random bits. */
    static Ids random() {
        return () -> {
            byte[] bytes = new byte[16];
            Randomness.source().nextBytes(bytes);
            return HexFormat.of().formatHex(bytes);
        };
    }
}
