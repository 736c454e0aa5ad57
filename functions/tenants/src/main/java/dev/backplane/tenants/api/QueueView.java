package dev.backplane.tenants.api;

import dev.backplane.tenants.Queue;
import dev.backplane.tenants.QueueType;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import io.avaje.jsonb.Json;

/** A queue as callers see it. */
@Json
record QueueView(String tenantId, String type, String arn, String url, String region, String version) {

    static QueueView of(TenantId tenant, QueueType type, Queue queue, StackVersion version) {
        return new QueueView(tenant.value(), type.value(), queue.arn(), queue.url(), queue.region(), version.value());
    }
}
