package dev.backplane.deployments;

import dev.backplane.platform.InvalidValueException;
import java.util.function.Function;

/** The id of an alias: a host and a base path, such as {@code example.com/} or {@code example.com/docs}. */
public record AliasId(Hostname host, BasePath path) {

    /**
     * Parses {@code <hostname>[/<basePath>]}.
     *
     * @throws InvalidValueException if the text does not have this form
     */
    public static AliasId parse(String text) {
        return parse(text, Hostname::parse);
    }

    /**
     * Parses the id of a new alias.
     *
     * @throws InvalidValueException if the text is not a valid id
     */
    public static AliasId parseNew(String text) {
        return parse(text, Hostname::parseNew);
    }

    private static AliasId parse(String text, Function<String, Hostname> host) {
        int slash = text.indexOf('/');
        return slash < 0
                ? new AliasId(host.apply(text), BasePath.ROOT)
                : new AliasId(host.apply(text.substring(0, slash)), BasePath.parse(text.substring(slash)));
    }

    @Override
    public String toString() {
        return host.value() + path.value();
    }
}
