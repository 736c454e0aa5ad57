package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.SiteConfig;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** A resolved alias as callers see it; a part of the configuration that the deployment lacks is null. */
@Json
record ResolutionView(
        String alias,
        String hostname,
        String basePath,
        String deployment,
        String matchedBy,
        long revision,
        @Json.Raw @Nullable String routes,
        @Json.Raw @Nullable String lambdaRoutes,
        @Json.Raw @Nullable String prerenders) {

    static ResolutionView of(Alias alias, SiteConfig config) {
        return new ResolutionView(
                alias.id().toString(),
                alias.id().host().value(),
                alias.id().path().value(),
                alias.deployment().value(),
                alias.id().host().isWildcard() ? "wildcard" : "exact",
                alias.revision(),
                config.routes().orElse("null"),
                config.lambdaRoutes().orElse("null"),
                config.prerenders().orElse("null"));
    }
}
