package dev.backplane.tenants.workflow;

import dev.backplane.tenants.Run;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/**
 * What an upgrade does with a tenant.
 *
 * @param outcome {@code update}, {@code skipped} if there is nothing to update, or {@code notTried} if the upgrade must
 *     not go on
 * @param name the name of the run that updates the tenant, with its attempt and its input
 */
@Json
record TenantPlan(
        String outcome,
        @Nullable String name,
        @Nullable Integer attempt,
        @Nullable RunInput input) {

    static final TenantPlan SKIPPED = new TenantPlan("skipped", null, null, null);
    static final TenantPlan NOT_TRIED = new TenantPlan("notTried", null, null, null);

    static TenantPlan update(Run run) {
        return new TenantPlan("update", run.name(), run.attempt(), RunInput.of(run));
    }
}
