package dev.backplane.local.engines;

import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;

/** The only interface an engine may listen on. */
final class Loopback {

    static final String HOST = "127.0.0.1";

    private static final int SECRET_BYTES = 16;

    private Loopback() {}

    /**
     * Returns the address of an engine.
     *
     * @param secret the path without which it answers nothing, see {@link #secret}
     */
    static URI uri(int port, String secret) {
        return URI.create("http://" + HOST + ":" + port + "/" + secret);
    }

    /** Returns a path that no web page in a browser on this machine can guess. */
    static String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
