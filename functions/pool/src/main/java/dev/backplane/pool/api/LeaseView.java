package dev.backplane.pool.api;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseRecord;
import io.avaje.jsonb.Json;
import java.util.Optional;
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
        @Nullable String reason,
        @Nullable Actor createdBy,
        @Nullable Actor extendedBy,
        @Nullable Actor endedBy,
        @Nullable String note) {

    static LeaseView of(LeaseRecord found) {
        return switch (found) {
            case LeaseRecord.Active(Lease lease) -> of(lease);
            case LeaseRecord.Ended(EndedLease ended) -> of(ended);
        };
    }

    static LeaseView of(Lease lease) {
        return of(lease, Optional.empty());
    }

    static LeaseView of(EndedLease ended) {
        return of(ended.lease(), Optional.of(ended));
    }

    private static LeaseView of(Lease lease, Optional<EndedLease> ended) {
        Optional<Cause> cause = ended.flatMap(EndedLease::cause);
        return new LeaseView(
                lease.id().value(),
                ended.isPresent() ? "ended" : "active",
                lease.account().value(),
                lease.user().value(),
                lease.created().equals(Lease.UNKNOWN) ? null : Times.format(lease.created()),
                lease.expires().equals(Lease.NEVER) ? null : Times.format(lease.expires()),
                lease.extensions(),
                ended.map(EndedLease::at).map(Times::format).orElse(null),
                ended.map(EndedLease::reason).map(EndReason::value).orElse(null),
                lease.actors().created().orElse(null),
                lease.actors().extended().orElse(null),
                cause.map(Cause::actor).orElse(null),
                cause.flatMap(Cause::reason).orElse(null));
    }
}
