package dev.backplane.platform.aws;

import java.net.InetAddress;
import java.net.URI;

/** Tells addresses of this very machine from all others, without asking anybody for a name. */
final class Loopback {

    private Loopback() {}

    static boolean isHostOf(URI address) {
        String host = address.getHost();
        return host != null && (host.equals("localhost") || isLoopbackLiteral(host));
    }

    private static boolean isLoopbackLiteral(String host) {
        try {
            return InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            return false; // a name, and whoever answers for names could say anything
        }
    }
}
