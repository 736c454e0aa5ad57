package dev.backplane.tenants.api;

import io.avaje.jsonb.Json;

/**
 * Tells a caller which upgrade was started.
 *
 * @param tenants how many tenants have another version
 */
@Json
record UpgradeStartView(String version, int tenants) {}
