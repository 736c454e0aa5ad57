package dev.backplane.deployments;

/** Names an alias: a host and a base path, printed as {@code example.com/} or {@code example.com/docs}. */
public record AliasId(Hostname host, BasePath path) {

    /**
     * Reads {@code <hostname>[/<basePath>]} as a caller wrote it.
     *
     * @throws IllegalArgumentException when it is not one
     */
    public static AliasId parse(String text) {
        int slash = text.indexOf('/');
        return slash < 0
                ? new AliasId(Hostname.parse(text), BasePath.ROOT)
                : new AliasId(Hostname.parse(text.substring(0, slash)), BasePath.parse(text.substring(slash)));
    }

    @Override
    public String toString() {
        return host.value() + path.value();
    }
}
