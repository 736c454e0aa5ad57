package dev.backplane.layers.api;

import dev.backplane.layers.FunctionUse;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Page;
import io.avaje.jsonb.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A page of the functions that use a layer version.
 *
 * @param inventoriedAt the time of the inventory; null if there is none
 */
@Json
record LayerUsageView(
        List<FunctionUseView> items,
        @Nullable String next,
        @Nullable String inventoriedAt) {

    /** A version of a function that uses the layer version. */
    record FunctionUseView(String functionName, String functionArn, String version, List<String> aliases) {}

    /** @param cursor returns the cursor for a position */
    static LayerUsageView of(
            Page<FunctionUse, String> page, Optional<Instant> inventory, UnaryOperator<String> cursor) {
        return new LayerUsageView(
                page.items().stream()
                        .map(use -> new FunctionUseView(
                                use.functionName(), use.functionArn(), use.version(), use.aliases()))
                        .toList(),
                page.next().map(cursor).orElse(null),
                inventory.map(Times::format).orElse(null));
    }
}
