package dev.backplane.tenants.api;

import dev.backplane.platform.Times;
import dev.backplane.tenants.Tenant;
import io.avaje.jsonb.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether a tenant is suspended.
 *
 * @param sessionsFrom credentials that were issued earlier stay denied
 */
@Json
record AccessView(
        String tenantId,
        String status,
        @Nullable SuspensionView suspension,
        @Nullable String sessionsFrom) {

    static AccessView of(Tenant tenant, Instant now) {
        return new AccessView(
                tenant.id().value(),
                tenant.state(now).value(),
                tenant.suspension().map(SuspensionView::of).orElse(null),
                tenant.access().sessionsFrom().map(Times::format).orElse(null));
    }
}
