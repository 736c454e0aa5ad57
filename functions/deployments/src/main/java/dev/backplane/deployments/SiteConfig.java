package dev.backplane.deployments;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The configuration that a proxy needs to serve a deployment; each part is a JSON value as compact text. */
public record SiteConfig(Optional<String> routes, Optional<String> lambdaRoutes, Optional<String> prerenders) {

    public static final SiteConfig NONE = new SiteConfig(Optional.empty(), Optional.empty(), Optional.empty());

    /** Returns this configuration, with missing parts taken from an earlier one. */
    public SiteConfig withMissingFrom(SiteConfig earlier) {
        return new SiteConfig(
                routes.or(earlier::routes), lambdaRoutes.or(earlier::lambdaRoutes), prerenders.or(earlier::prerenders));
    }

    /** Returns the parts as members of a JSON object. */
    public Map<String, String> members() {
        Map<String, String> members = new LinkedHashMap<>();
        routes.ifPresent(json -> members.put("routes", json));
        lambdaRoutes.ifPresent(json -> members.put("lambdaRoutes", json));
        prerenders.ifPresent(json -> members.put("prerenders", json));
        return members;
    }

    /** Returns this configuration with JSON null for missing parts. */
    public SiteConfig withNulls() {
        Optional<String> jsonNull = Optional.of("null");
        return new SiteConfig(
                routes.or(() -> jsonNull), lambdaRoutes.or(() -> jsonNull), prerenders.or(() -> jsonNull));
    }

    /** Returns the total size of the parts in UTF-8 bytes. */
    public long bytes() {
        return Stream.of(routes, lambdaRoutes, prerenders)
                .flatMap(Optional::stream)
                .mapToLong(part -> part.getBytes(StandardCharsets.UTF_8).length)
                .sum();
    }
}
