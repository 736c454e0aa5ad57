package dev.backplane.tenants.api;

import dev.backplane.platform.Times;
import dev.backplane.tenants.TenantSummary;
import io.avaje.jsonb.Json;

/** A tenant in a list. */
@Json
record TenantSummaryView(String tenantId, String version, int generation, String createdAt, String updatedAt) {

    static TenantSummaryView of(TenantSummary tenant) {
        return new TenantSummaryView(
                tenant.id().value(),
                tenant.version().value(),
                tenant.generation(),
                Times.format(tenant.created()),
                Times.format(tenant.updated()));
    }
}
