package dev.backplane.platform;

import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;

/** The one source of chance of a function, which copies of a snapshot must not share. */
public final class Randomness {

    private static final int SEED_BYTES = 32;
    private static final int STEPS = 1 << 12;

    private static final SecureRandom SOURCE = new SecureRandom();

    private Randomness() {}

    /** Returns the source. */
    public static SecureRandom source() {
        return SOURCE;
    }

    /** Parts this copy from all others of its snapshot: they went on from the same state otherwise. */
    public static void renew() {
        renew(SOURCE);
        // The SDK spreads its retries by this one, which takes no seed; so each copy goes on from another place in it.
        for (int step = SOURCE.nextInt(STEPS); step > 0; step--) {
            ThreadLocalRandom.current().nextInt();
        }
    }

    /** Mixes in what the operating system has, which is told of the restore. */
    static void renew(SecureRandom random) {
        random.setSeed(random.generateSeed(SEED_BYTES));
    }
}
