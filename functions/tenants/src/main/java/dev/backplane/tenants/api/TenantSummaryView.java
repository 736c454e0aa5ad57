package dev.backplane.tenants.api;

import dev.backplane.platform.Times;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantSummary;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** A tenant in a list. */
@Json
record TenantSummaryView(
        String tenantId, String status, @Nullable String version, int generation, String createdAt, String updatedAt) {

    static TenantSummaryView of(TenantSummary tenant) {
        return new TenantSummaryView(
                tenant.id().value(),
                tenant.state().value(),
                tenant.version().map(StackVersion::value).orElse(null),
                tenant.generation(),
                Times.format(tenant.created()),
                Times.format(tenant.updated()));
    }
}
