package dev.backplane.local.engines;

import java.net.URI;

/** The only interface an engine may listen on. */
final class Loopback {
    static final String HOST = "127.0.0.1";

    private Loopback() {}

    static URI uri(int port) {
        return URI.create("http://" + HOST + ":" + port);
    }
}
