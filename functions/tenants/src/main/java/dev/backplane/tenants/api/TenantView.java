package dev.backplane.tenants.api;

import dev.backplane.platform.Times;
import dev.backplane.tenants.Audit;
import dev.backplane.tenants.Metadata;
import dev.backplane.tenants.Tenant;
import io.avaje.jsonb.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A tenant and its operations, as callers see them. */
@Json
record TenantView(
        String tenantId,
        @Nullable String name,
        @Nullable String tier,
        Map<String, String> attributes,
        String status,
        @Nullable SuspensionView suspension,
        int generation,
        @Nullable MetadataView metadata,
        List<OperationView> operations) {

    /** The resources of a tenant; absent before it is provisioned and after it is deleted. */
    @Json
    record MetadataView(
            String version,
            String inboundQueueArn,
            String inboundQueueUrl,
            @Nullable String deadLetterQueueArn,
            @Nullable String deadLetterQueueUrl,
            @Nullable String outboundQueueArn,
            @Nullable String outboundQueueUrl,
            Map<String, String> outputs,
            @Nullable String stackId,
            String createdAt,
            String updatedAt) {

        static MetadataView of(Metadata metadata) {
            return new MetadataView(
                    metadata.version().value(),
                    metadata.inbound().arn(),
                    metadata.inbound().url(),
                    metadata.deadLetters().map(queue -> queue.arn()).orElse(null),
                    metadata.deadLetters().map(queue -> queue.url()).orElse(null),
                    metadata.outbound().map(queue -> queue.arn()).orElse(null),
                    metadata.outbound().map(queue -> queue.url()).orElse(null),
                    metadata.outputs(),
                    metadata.stackId().orElse(null),
                    Times.format(metadata.created()),
                    Times.format(metadata.updated()));
        }
    }

    static TenantView of(Tenant tenant, Instant now) {
        Stream<Audit> one = Stream.of(tenant.creation(), tenant.removal()).flatMap(Optional::stream);
        return new TenantView(
                tenant.id().value(),
                tenant.registration().name().orElse(null),
                tenant.registration().tier().orElse(null),
                tenant.registration().attributes(),
                tenant.state(now).value(),
                tenant.suspension().map(SuspensionView::of).orElse(null),
                tenant.generation(),
                tenant.metadata().map(MetadataView::of).orElse(null),
                Stream.concat(one, tenant.updates().stream())
                        .map(OperationView::of)
                        .toList());
    }
}
