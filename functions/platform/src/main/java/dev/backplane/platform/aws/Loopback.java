package dev.backplane.platform.aws;

import java.net.InetAddress;
import java.net.URI;

/** Recognizes loopback addresses without name resolution. */
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
            return false; // a host name; resolving it could return any address
        }
    }
}
