package dev.backplane.tenants.api;

import dev.backplane.tenants.StackVersion;
import dev.backplane.tenants.UpgradeProgress;
import io.avaje.jsonb.Json;

/** How far the tenants are on their way to a version, as callers see it. */
@Json
record UpgradeView(String version, int started, int succeeded, int failed, int remaining) {

    static UpgradeView of(StackVersion version, UpgradeProgress progress) {
        return new UpgradeView(
                version.value(), progress.started(), progress.succeeded(), progress.failed(), progress.remaining());
    }
}
