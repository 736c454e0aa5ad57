package dev.backplane.tenants.api;

import dev.backplane.platform.Times;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantSummary;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** A tenant in a list. */
@Json
record TenantSummaryView(
        String tenantId,
        @Nullable String name,
        @Nullable String tier,
        String status,
        @Nullable String version,
        int generation,
        String createdAt,
        String updatedAt) {

    static TenantSummaryView of(TenantSummary tenant) {
        return new TenantSummaryView(
                tenant.id().value(),
                tenant.name().orElse(null),
                tenant.tier().orElse(null),
                tenant.state().value(),
                tenant.version().map(StackVersion::value).orElse(null),
                tenant.generation(),
                Times.format(tenant.created()),
                Times.format(tenant.updated()));
    }
}
