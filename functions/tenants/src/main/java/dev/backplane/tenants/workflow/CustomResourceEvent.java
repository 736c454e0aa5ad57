package dev.backplane.tenants.workflow;

import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.MetadataStore.Provision;
import io.avaje.jsonb.Json;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What CloudFormation asks of a custom resource. */
@Json
record CustomResourceEvent(
        @Json.Property("RequestType") String requestType,
        @Json.Property("ResponseURL") String responseUrl,
        @Json.Property("StackId") String stackId,
        @Json.Property("RequestId") String requestId,
        @Json.Property("LogicalResourceId") String logicalResourceId,
        @Json.Property("PhysicalResourceId") @Nullable String physicalResourceId,
        @Json.Property("ResourceProperties") @Nullable Map<String, String> properties) {

    TenantId tenant() {
        return TenantId.parse(property("TenantId"));
    }

    Provision provision() {
        return new Provision(
                tenant(),
                StackVersion.parse(property("StackVersion")),
                new Queue(property("InboundQueueArn"), property("InboundQueueUrl")),
                stackId);
    }

    /**
     * Returns what CloudFormation is to know the resource by: the same for a tenant's whole life, because another id
     * would have CloudFormation delete the row after an update.
     */
    String physicalId() {
        return Optional.ofNullable(properties)
                .map(given -> given.get("TenantId"))
                .map(tenant -> "tenant-" + tenant)
                .or(() -> Optional.ofNullable(physicalResourceId))
                .orElse(logicalResourceId);
    }

    private String property(String name) {
        return Optional.ofNullable(properties)
                .map(given -> given.get(name))
                .orElseThrow(() -> new IllegalArgumentException("property " + name + " is missing"));
    }
}
