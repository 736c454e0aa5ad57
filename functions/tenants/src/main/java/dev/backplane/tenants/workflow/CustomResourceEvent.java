package dev.backplane.tenants.workflow;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.tenants.Queue;
import dev.backplane.tenants.StackOutputs;
import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.TenantId;
import dev.backplane.tenants.store.MetadataStore.Provision;
import io.avaje.jsonb.Json;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request of CloudFormation to a custom resource. */
@Json
record CustomResourceEvent(
        @Json.Property("RequestType") String requestType,
        @Json.Property("ResponseURL") String responseUrl,
        @Json.Property("StackId") String stackId,
        @Json.Property("RequestId") String requestId,
        @Json.Property("LogicalResourceId") String logicalResourceId,
        @Json.Property("PhysicalResourceId") @Nullable String physicalResourceId,
        @Json.Property("ResourceProperties") @Nullable Properties properties) {

    /** The properties of the resource that this service reads. */
    record Properties(
            @Json.Property("TenantId") @Nullable String tenantId,
            @Json.Property("StackVersion") @Nullable String stackVersion,
            @Json.Property("Execution") @Nullable String execution,
            @Json.Property("InboundQueueArn") @Nullable String inboundQueueArn,
            @Json.Property("InboundQueueUrl") @Nullable String inboundQueueUrl,
            @Json.Property("DeadLetterQueueArn") @Nullable String deadLetterQueueArn,
            @Json.Property("DeadLetterQueueUrl") @Nullable String deadLetterQueueUrl,
            @Json.Property("Outputs") @Nullable Map<String, Object> outputs) {}

    TenantId tenant() {
        return TenantId.parse(property("TenantId", Properties::tenantId));
    }

    /** Returns the resources of the stack; stacks of older definitions name no run. */
    Provision provision() {
        return new Provision(
                tenant(),
                StackVersion.parse(property("StackVersion", Properties::stackVersion)),
                new Queue(
                        property("InboundQueueArn", Properties::inboundQueueArn),
                        property("InboundQueueUrl", Properties::inboundQueueUrl)),
                find(Properties::deadLetterQueueArn)
                        .map(arn -> new Queue(arn, property("DeadLetterQueueUrl", Properties::deadLetterQueueUrl))),
                StackOutputs.of(properties == null ? null : properties.outputs()),
                stackId,
                find(Properties::execution).orElse(""));
    }

    /**
     * Returns the physical id of the resource. It never changes for a tenant, because after an update to another id
     * CloudFormation would delete the row.
     */
    String physicalId() {
        return find(Properties::tenantId)
                .map(tenant -> "tenant-" + tenant)
                .or(() -> Optional.ofNullable(physicalResourceId))
                .orElse(logicalResourceId);
    }

    private String property(String name, Function<Properties, @Nullable String> getter) {
        return find(getter).orElseThrow(() -> new InvalidValueException("The property " + name + " is missing."));
    }

    private Optional<String> find(Function<Properties, @Nullable String> getter) {
        return properties == null ? Optional.empty() : Optional.ofNullable(getter.apply(properties));
    }
}
