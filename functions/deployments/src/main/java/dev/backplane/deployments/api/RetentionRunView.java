package dev.backplane.deployments.api;

import dev.backplane.deployments.Retention;
import dev.backplane.deployments.store.DeploymentExpirer;
import io.avaje.jsonb.Json;
import java.util.List;

/** What a run did, and whether deployments are left that the policy does not keep. */
@Json
record RetentionRunView(List<ExpirationView> items, boolean more) {

    static RetentionRunView of(DeploymentExpirer.Run run, Retention policy) {
        return new RetentionRunView(
                run.expired().stream()
                        .map(expiration -> ExpirationView.of(expiration, policy))
                        .toList(),
                run.more());
    }
}
