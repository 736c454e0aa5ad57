package dev.backplane.tenants.api;

import io.avaje.jsonb.Json;

/** The response while a tenant is being provisioned. */
@Json
record ProvisioningView(String status, int attempt, String execution) {

    static ProvisioningView of(int attempt, String execution) {
        return new ProvisioningView("PROVISIONING", attempt, execution);
    }
}
