package dev.backplane.tenants.workflow;

import dev.backplane.platform.Texts;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** The response of a custom resource to CloudFormation. */
@Json
record CustomResourceResponse(
        @Json.Property("Status") String status,
        @Json.Property("Reason") @Nullable String reason,
        @Json.Property("PhysicalResourceId") String physicalResourceId,
        @Json.Property("StackId") String stackId,
        @Json.Property("RequestId") String requestId,
        @Json.Property("LogicalResourceId") String logicalResourceId) {

    private static final int MAX_REASON = 500;

    static CustomResourceResponse success(CustomResourceEvent event) {
        return of(event, "SUCCESS", null);
    }

    static CustomResourceResponse failure(CustomResourceEvent event, String reason) {
        return of(event, "FAILED", Texts.truncate(reason, MAX_REASON));
    }

    private static CustomResourceResponse of(CustomResourceEvent event, String status, @Nullable String reason) {
        return new CustomResourceResponse(
                status, reason, event.physicalId(), event.stackId(), event.requestId(), event.logicalResourceId());
    }
}
