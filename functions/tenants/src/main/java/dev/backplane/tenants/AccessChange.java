package dev.backplane.tenants;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.events.DomainEvent;
import java.time.Instant;
import java.util.Optional;

/** A suspension or its end. */
public record AccessChange(Kind kind, Instant at, Cause cause) {

    /** What has changed; the names are the types of the events. */
    public enum Kind {
        SUSPENDED("TenantSuspended"),
        RESUMED("TenantResumed");

        private final String event;

        Kind(String event) {
            this.event = event;
        }
    }

    /** Returns the event, which is always the same, so that consumers recognize repeats. */
    public DomainEvent event(TenantId tenant) {
        return DomainEvent.builder(TenantsSettings.SERVICE, kind.event)
                .with("tenantId", tenant.value())
                .reason(cause.reason())
                .with("eventId", tenant + "#" + Times.format(at) + "#" + kind.event)
                .actor(Optional.of(cause.actor()))
                .build();
    }
}
