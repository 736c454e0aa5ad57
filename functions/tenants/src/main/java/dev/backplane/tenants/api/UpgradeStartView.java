package dev.backplane.tenants.api;

import io.avaje.jsonb.Json;

/**
 * The upgrade that was started.
 *
 * @param tenants the number of tenants that have another version
 */
@Json
record UpgradeStartView(String version, int tenants) {}
