package dev.backplane.tenants.api;

import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.UpgradeProgress;
import io.avaje.jsonb.Json;

/** The progress of all tenants towards a version, as callers see it. */
@Json
record UpgradeView(String version, int started, int succeeded, int failed, int remaining) {

    static UpgradeView of(StackVersion version, UpgradeProgress progress) {
        return new UpgradeView(
                version.value(), progress.started(), progress.succeeded(), progress.failed(), progress.remaining());
    }
}
