package dev.backplane.layers.api;

import dev.backplane.layers.ChangeOutcome;
import dev.backplane.layers.FailedDeletion;
import dev.backplane.layers.Layer;
import dev.backplane.layers.Requirements;
import dev.backplane.layers.RequirementsHash;
import dev.backplane.layers.store.LayerKey;
import dev.backplane.platform.Times;
import dev.backplane.platform.http.HttpResponse;
import io.avaje.jsonb.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A layer version as callers see it. */
@Json
record LayerView(
        @Json.Property("package") String name,
        String region,
        long layerVersion,
        String packageVersion,
        String arn,
        String deployStatus,
        @Nullable List<String> dependencies,
        @Nullable String requirementsHash,
        List<String> compatibleRuntimes,
        List<String> compatibleArchitectures,
        String createdAt,
        @Nullable String expiresAt,
        boolean expired,
        @Nullable HoldView hold,
        @Nullable String deletedAt,
        @Nullable String deleteFailedDateTime,
        @Nullable String deleteFailedReason) {

    static LayerView of(Layer layer, Instant now) {
        return new LayerView(
                layer.id().name().value(),
                layer.id().region().value(),
                layer.version(),
                layer.packageVersion().value(),
                layer.arn().value(),
                layer.status().value(),
                layer.requirements().flatMap(Requirements::dependencies).orElse(null),
                layer.requirements()
                        .map(Requirements::hash)
                        .map(RequirementsHash::value)
                        .orElse(null),
                layer.compatibility().runtimes(),
                layer.compatibility().architectures(),
                Times.format(layer.created()),
                layer.expires().map(Times::format).orElse(null),
                layer.isExpired(now),
                layer.lifetime()
                        .hold()
                        .filter(hold -> hold.isActive(now))
                        .map(HoldView::of)
                        .orElse(null),
                layer.deleted().map(Times::format).orElse(null),
                layer.failure().map(FailedDeletion::time).map(Times::format).orElse(null),
                layer.failure().map(FailedDeletion::reason).orElse(null));
    }

    /** Returns the response to a change of a version. */
    static HttpResponse answer(LayerKey key, ChangeOutcome outcome, Instant now) {
        return switch (outcome) {
            case ChangeOutcome.Changed(Layer layer) -> HttpResponse.ok(of(layer, now));
            case ChangeOutcome.NotFound _ -> Problems.versionNotFound(key.id(), key.version());
            case ChangeOutcome.Refused(ChangeOutcome.Reason reason) ->
                HttpResponse.problem(409, reason.name(), reason.detail());
        };
    }
}
