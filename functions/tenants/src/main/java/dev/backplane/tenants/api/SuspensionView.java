package dev.backplane.tenants.api;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Times;
import dev.backplane.tenants.Suspension;
import io.avaje.jsonb.Json;

/** The suspension of a tenant, as callers see it. */
@Json
record SuspensionView(String reason, String suspendedAt, Actor actor) {

    static SuspensionView of(Suspension suspension) {
        return new SuspensionView(suspension.reason(), Times.format(suspension.since()), suspension.actor());
    }
}
