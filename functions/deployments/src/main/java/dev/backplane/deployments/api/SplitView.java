package dev.backplane.deployments.api;

import dev.backplane.deployments.Split;
import io.avaje.jsonb.Json;

/** The split of an alias as callers see it. */
@Json
record SplitView(String deployment, int percent, String salt) {

    static SplitView of(Split split) {
        return new SplitView(split.deployment().value(), split.percent(), split.salt());
    }
}
