package dev.backplane.local.http;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the {@code Host} and {@code Origin} of requests.
 *
 * <p>A web page can point its own host name at 127.0.0.1 and reach this server from a visitor's browser. Such a
 * request carries that name in {@code Host} and the page's address in {@code Origin}.
 */
public final class RequestOrigin {

    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-f:]+]|[^:\\[\\]]+)(?::\\d{1,5})?");

    private RequestOrigin() {}

    static boolean isLoopback(LocalRequest request) {
        return request.headers().getOrDefault("host", List.of()).size() == 1
                && request.header("host").filter(RequestOrigin::isLoopback).isPresent();
    }

    /**
     * Returns whether a page of another site sent the request. Browsers omit the origin of some requests and send
     * {@code Sec-Fetch-Site} instead; a request with neither does not come from a page.
     */
    public static boolean isCrossSite(LocalRequest request) {
        if (request.header("sec-fetch-site").filter("cross-site"::equals).isPresent()) {
            return true;
        }
        Optional<String> origin = request.header("origin");
        return origin.isPresent()
                && !origin.map(RequestOrigin::hostOf)
                        .filter(RequestOrigin::isLoopback)
                        .isPresent();
    }

    private static String hostOf(String origin) {
        try {
            return Optional.ofNullable(URI.create(origin).getRawAuthority()).orElse("");
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static boolean isLoopback(String host) {
        Matcher matcher = HOST.matcher(host.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return false;
        }
        String name = matcher.group(1);
        return name.equals("localhost")
                || name.endsWith(".localhost")
                || name.equals("[::1]")
                || name.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }
}
