package dev.backplane.deployments.api;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.Candidate;
import dev.backplane.deployments.Resolution;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Bool;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A resolved alias as callers see it, without its configuration, which is JSON already. */
@Json
record ResolutionView(
        String alias,
        String hostname,
        String basePath,
        String deployment,
        String matchedBy,
        long revision,
        @Nullable String variant,
        @Nullable Boolean pinned) {

    static ResolutionView of(Resolution.Found found) {
        Alias alias = found.alias();
        return new ResolutionView(
                alias.id().toString(),
                alias.id().host().value(),
                alias.id().path().value(),
                found.deployment().value(),
                matchedBy(alias),
                alias.revision(),
                found.variant().map(Variant::value).orElse(null),
                found.pinned().orElse(null));
    }

    /** Returns the member {@code explain}. */
    static JsonValue explain(List<Candidate> candidates) {
        return new Arr(candidates.stream()
                .<JsonValue>map(candidate -> Obj.of(
                        Map.entry("alias", new Text(candidate.alias().id().toString())),
                        Map.entry(
                                "deployment",
                                new Text(candidate.alias().deployment().value())),
                        Map.entry("host", new Text(matchedBy(candidate.alias()))),
                        Map.entry("won", new Bool(candidate.won())),
                        Map.entry("reason", new Text(candidate.reason()))))
                .toList());
    }

    private static String matchedBy(Alias alias) {
        return alias.id().host().isWildcard() ? "wildcard" : "exact";
    }
}
