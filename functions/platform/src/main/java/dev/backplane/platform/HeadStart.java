package dev.backplane.platform;

import dev.backplane.platform.json.Json;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;

/**
 * Has a second thread set up what the first answer needs and takes long, while the first one builds the clients.
 *
 * <p>Whoever needs one of them meanwhile waits for it, as for any class that another thread sets up.
 */
public final class HeadStart {

    private HeadStart() {}

    /** Begins, and does not wait for it. */
    public static void begin() {
        Thread.ofPlatform().daemon().name("head-start").start(HeadStart::run);
    }

    // In the order in which a function comes to need them.
    private static void run() {
        try {
            Randomness.source();
            Json.write("");
            Mac.getInstance("HmacSHA256");
            MessageDigest.getInstance("SHA-256");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java cannot do what every function needs", e);
        }
    }
}
