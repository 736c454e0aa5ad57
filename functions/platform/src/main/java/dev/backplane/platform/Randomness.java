package dev.backplane.platform;

import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;

/** The single source of randomness of a function, which copies of a snapshot must not share. */
public final class Randomness {

    private static final int SEED_BYTES = 32;
    private static final int STEPS = 1 << 12;

    private static final SecureRandom SOURCE = new SecureRandom();

    private Randomness() {}

    public static SecureRandom source() {
        return SOURCE;
    }

    /** Gives this copy of a snapshot a random state of its own. */
    public static void renew() {
        renew(SOURCE);
        // The SDK's retry delays use this generator. It cannot be seeded, so each copy skips a different number
        // of values.
        for (int step = SOURCE.nextInt(STEPS); step > 0; step--) {
            ThreadLocalRandom.current().nextInt();
        }
    }

    /** Mixes in random bytes of the operating system, which reseeds itself after a restore. */
    static void renew(SecureRandom random) {
        random.setSeed(random.generateSeed(SEED_BYTES));
    }
}
