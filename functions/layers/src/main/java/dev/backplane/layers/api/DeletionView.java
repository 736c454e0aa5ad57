package dev.backplane.layers.api;

import dev.backplane.layers.store.LayerKey;
import io.avaje.jsonb.Json;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A deletion that was accepted.
 *
 * @param promotedVersion the version that became the latest
 */
@Json
record DeletionView(
        @Json.Property("package") String name,
        String region,
        long layerVersion,
        @Nullable Long promotedVersion) {

    static DeletionView of(LayerKey key, Optional<Long> promoted) {
        return new DeletionView(
                key.id().name().value(), key.id().region().value(), key.version(), promoted.orElse(null));
    }
}
