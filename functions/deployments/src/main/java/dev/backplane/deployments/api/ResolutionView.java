package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;
import io.avaje.jsonb.Json;

/** A resolved alias as callers see it, without its configuration, which is JSON already. */
@Json
record ResolutionView(
        String alias, String hostname, String basePath, String deployment, String matchedBy, long revision) {

    static ResolutionView of(Alias alias) {
        return new ResolutionView(
                alias.id().toString(),
                alias.id().host().value(),
                alias.id().path().value(),
                alias.deployment().value(),
                alias.id().host().isWildcard() ? "wildcard" : "exact",
                alias.revision());
    }
}
