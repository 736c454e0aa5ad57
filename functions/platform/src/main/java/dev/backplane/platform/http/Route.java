package dev.backplane.platform.http;

/** A method and a path with its variables in braces, as API Gateway writes them. */
public record Route(String method, String path) {

    /** Parses a route key such as {@code GET /deployments/{id}}. */
    static Route parse(String key) {
        int space = key.indexOf(' ');
        return new Route(key.substring(0, space), key.substring(space + 1));
    }

    /** Returns the route key, which {@link #parse} reads. */
    public String key() {
        return method + " " + path;
    }
}
