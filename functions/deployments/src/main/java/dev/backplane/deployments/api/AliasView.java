package dev.backplane.deployments.api;

import dev.backplane.deployments.ActiveSplit;
import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpResponse;
import io.avaje.jsonb.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An alias as callers see it. */
@Json
record AliasView(
        String id,
        String deployment,
        String createdAt,
        long revision,
        boolean deploymentAlias,
        boolean locked,
        @Nullable SplitView split,
        @Nullable String expiresAt,
        @Nullable String previousDeployment) {

    /** Returns the entity tag of an alias, with its id: another alias may come to serve the same host. */
    static String tagOf(Alias alias) {
        return tagOf(alias, alias.deployment());
    }

    /** Returns the entity tag of what a deployment serves for an alias. */
    static String tagOf(Alias alias, DeploymentId deployment) {
        return deployment + "-" + alias.revision() + "-"
                + Integer.toHexString(alias.version().hashCode());
    }

    /** Returns the response to a change of an alias. */
    static HttpResponse response(AliasId id, AliasOutcome outcome) {
        return switch (outcome) {
            case AliasOutcome.Applied(Alias alias, Optional<DeploymentId> previous) ->
                HttpResponse.ok(of(alias, previous.filter(before -> !before.equals(alias.deployment()))))
                        .withETag(tagOf(alias));
            case AliasOutcome.Refusal refusal -> Problems.of(id, refusal);
        };
    }

    static AliasView of(Alias alias) {
        return of(alias, Optional.empty());
    }

    static AliasView of(Alias alias, Optional<DeploymentId> previous) {
        return new AliasView(
                alias.id().toString(),
                alias.deployment().value(),
                Times.format(alias.createdAt()),
                alias.revision(),
                alias.isProtected(),
                alias.lock().isPresent(),
                alias.split().map(ActiveSplit::values).map(SplitView::of).orElse(null),
                alias.expiry().map(Times::format).orElse(null),
                previous.map(DeploymentId::value).orElse(null));
    }
}
