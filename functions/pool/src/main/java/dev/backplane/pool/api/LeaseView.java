package dev.backplane.pool.api;

import dev.backplane.platform.Times;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseRecord;
import io.avaje.jsonb.Json;
import org.jspecify.annotations.Nullable;

/** A lease as callers see it. */
@Json
record LeaseView(
        String leaseId,
        String state,
        String accountId,
        String userId,
        @Nullable String createdAt,
        @Nullable String expiresAt,
        int extensions,
        @Nullable String endedAt,
        @Nullable String reason) {

    static LeaseView of(LeaseRecord found) {
        return switch (found) {
            case LeaseRecord.Active(Lease lease) -> of(lease);
            case LeaseRecord.Over(EndedLease ended) -> of(ended);
        };
    }

    static LeaseView of(Lease lease) {
        return of(lease, "active", null, null);
    }

    static LeaseView of(EndedLease ended) {
        return of(
                ended.lease(), "ended", Times.format(ended.at()), ended.reason().word());
    }

    private static LeaseView of(Lease lease, String state, @Nullable String endedAt, @Nullable String reason) {
        return new LeaseView(
                lease.id().value(),
                state,
                lease.account().value(),
                lease.user().value(),
                lease.created().equals(Lease.UNKNOWN) ? null : Times.format(lease.created()),
                lease.expires().equals(Lease.NEVER) ? null : Times.format(lease.expires()),
                lease.extensions(),
                endedAt,
                reason);
    }
}
