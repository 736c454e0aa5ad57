package dev.backplane.deployments.api;

import dev.backplane.deployments.AliasSummary;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;

/** An alias in a list. */
@Json
record AliasSummaryView(String id, String deployment, String createDate, boolean deploymentAlias) {

    static AliasSummaryView of(AliasSummary alias) {
        return new AliasSummaryView(
                alias.id().toString(),
                alias.deployment().value(),
                Times.format(alias.createDate()),
                alias.isProtected());
    }
}
