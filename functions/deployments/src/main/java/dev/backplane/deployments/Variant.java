package dev.backplane.deployments;

import dev.backplane.platform.Sha256;
import java.nio.ByteBuffer;
import java.util.Locale;

/** The side of a split that serves a request. */
public enum Variant {
    STABLE,
    NEW;

    /** Returns its name in responses. */
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the variant for a sticky key. The same arguments always give the same variant, and a key that gets the new
     * deployment keeps it when the percentage grows.
     */
    public static Variant of(String salt, String key, int percent) {
        long hash = ByteBuffer.wrap(Sha256.digest(salt + "\n" + key)).getLong();
        // The hash as a fraction of 2^64, in whole percent.
        return Math.unsignedMultiplyHigh(hash, 100) < percent ? NEW : STABLE;
    }
}
