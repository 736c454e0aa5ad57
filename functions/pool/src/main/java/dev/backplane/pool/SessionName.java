package dev.backplane.pool;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Sha256;

/** The names of the sessions of people, which appear in the logs of an account. */
public final class SessionName {

    // A name has up to 64 characters, see https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html
    private static final int READABLE = 39;
    private static final int HASH = 24;

    private SessionName() {}

    /**
     * Returns the name of a caller's sessions: a readable form of the id, and a hash of 96 bits, so that two callers never
     * have the same name.
     */
    public static String of(Actor caller) {
        String readable = caller.id().replaceAll("[^A-Za-z0-9_=,.@-]", "-");
        return readable.substring(0, Math.min(readable.length(), READABLE)) + "-"
                + Sha256.hex(caller.text()).substring(0, HASH);
    }
}
