package dev.backplane.local.engines;

import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;

/** The interface on which engines listen. */
final class Loopback {

    static final String HOST = "127.0.0.1";

    private static final int SECRET_BYTES = 16;

    private Loopback() {}

    /**
     * Returns the address of an engine.
     *
     * @param secret the path that every request needs, see {@link #secret}
     */
    static URI uri(int port, String secret) {
        return URI.create("http://" + HOST + ":" + port + "/" + secret);
    }

    /** Returns a random path, so that web pages in a browser on this machine cannot call the engine. */
    static String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
