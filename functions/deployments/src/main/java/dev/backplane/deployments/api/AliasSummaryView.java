package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** An alias in a list; the variant is given if the deployment is the second one of a split. */
@Json
record AliasSummaryView(
        String id,
        String deployment,
        String createdAt,
        boolean deploymentAlias,
        @Nullable String variant) {

    static AliasSummaryView of(AliasSummary alias) {
        return new AliasSummaryView(
                alias.id().toString(),
                alias.deployment().value(),
                Times.format(alias.createdAt()),
                alias.isProtected(),
                alias.variant() == Variant.NEW ? alias.variant().value() : null);
    }
}
