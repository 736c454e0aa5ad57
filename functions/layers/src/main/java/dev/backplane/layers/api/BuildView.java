package dev.backplane.layers.api;

import dev.backplane.layers.Build;
import dev.backplane.platform.Times;
import io.avaje.jsonb.Json;
import java.util.List;

/** A build as callers see it. */
@Json
record BuildView(
        @Json.Property("package") String name,
        long buildVersion,
        String packageVersion,
        List<String> dependencies,
        String requirementsHash,
        String createdAt) {

    static BuildView of(Build build) {
        return new BuildView(
                build.name().value(),
                build.version(),
                build.packageVersion().value(),
                build.requirements().dependencies().orElse(List.of()),
                build.requirements().hash().value(),
                Times.format(build.created()));
    }
}
