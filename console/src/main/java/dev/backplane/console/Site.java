package dev.backplane.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** The files of the site, which are on the class path below {@code site}, and the headers that they are served with. */
public final class Site {

    /** The path of the configuration, which is written for each stage and is not among the files. */
    public static final String CONFIG_PATH = "/config.json";

    /** File names do not change between versions of the site, so browsers must revalidate each time. */
    public static final String CACHE_CONTROL = "no-cache";

    private static final String RESOURCES = "/site";
    private static final String INDEX = "index.html";
    private static final Pattern PATH = Pattern.compile("(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "json", "application/json",
            "svg", "image/svg+xml",
            "png", "image/png",
            "woff2", "font/woff2",
            "yaml", "application/yaml");

    /** A file of the site, named by its path. */
    public record File(String path, String contentType) {

        /** Reads the content. */
        public byte[] bytes() {
            try (InputStream in = Objects.requireNonNull(Site.class.getResourceAsStream(RESOURCES + path))) {
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException("Cannot read the file " + path + " of the site", e);
            }
        }
    }

    private Site() {}

    /** Returns the file at a path; {@code /} and {@code /docs} are the indexes of their folders. */
    public static Optional<File> at(String path) {
        String folder = path.endsWith("/") ? path : path + "/";
        return file(path).or(() -> file(folder + INDEX));
    }

    private static Optional<File> file(String path) {
        String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        if (type == null || !PATH.matcher(path).matches()) {
            return Optional.empty();
        }
        return Optional.ofNullable(Site.class.getResource(RESOURCES + path)).map(found -> new File(path, type));
    }

    /** Returns the security headers of every file, except {@code Strict-Transport-Security}, which HTTPS alone may have. */
    public static Map<String, String> securityHeaders(Collection<String> connectTo) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Security-Policy", contentSecurityPolicy(connectTo));
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Referrer-Policy", "no-referrer");
        return headers;
    }

    /**
     * Returns the content security policy: pages load only the site's own files, and nothing inline.
     *
     * @param connectTo origins besides the site's own that its scripts may call, such as the token issuer's
     */
    public static String contentSecurityPolicy(Collection<String> connectTo) {
        String connect = connectTo.isEmpty() ? "" : " " + String.join(" ", connectTo);
        return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
                + " connect-src 'self'" + connect + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }
}
