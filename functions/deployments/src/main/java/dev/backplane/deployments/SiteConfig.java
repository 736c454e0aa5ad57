package dev.backplane.deployments;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/** What a proxy needs to serve a deployment; each part is any JSON value, kept as compact text. */
public record SiteConfig(Optional<String> routes, Optional<String> lambdaRoutes, Optional<String> prerenders) {

    public static final SiteConfig NONE = new SiteConfig(Optional.empty(), Optional.empty(), Optional.empty());

    /** Returns these parts, and those of an earlier configuration where this has none. */
    public SiteConfig over(SiteConfig earlier) {
        return new SiteConfig(
                routes.or(earlier::routes), lambdaRoutes.or(earlier::lambdaRoutes), prerenders.or(earlier::prerenders));
    }

    /** Returns how many bytes the parts have. */
    public long bytes() {
        return Stream.of(routes, lambdaRoutes, prerenders)
                .flatMap(Optional::stream)
                .mapToLong(part -> part.getBytes(StandardCharsets.UTF_8).length)
                .sum();
    }
}
