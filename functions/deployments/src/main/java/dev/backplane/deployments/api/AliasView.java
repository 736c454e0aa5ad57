package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An alias as callers see it. */
@Json
record AliasView(
        String id,
        String deployment,
        String createDate,
        long revision,
        boolean deploymentAlias,
        @Nullable String previousDeployment) {

    /** Returns the entity tag of an alias, with its id: another alias may come to serve the same host. */
    static String tagOf(Alias alias) {
        return alias.deployment() + "-" + alias.revision() + "-"
                + Integer.toHexString(alias.version().hashCode());
    }

    static AliasView of(Alias alias) {
        return of(alias, Optional.empty());
    }

    static AliasView of(Alias alias, Optional<DeploymentId> previous) {
        return new AliasView(
                alias.id().toString(),
                alias.deployment().value(),
                Times.format(alias.createDate()),
                alias.revision(),
                alias.isProtected(),
                previous.map(DeploymentId::value).orElse(null));
    }
}
