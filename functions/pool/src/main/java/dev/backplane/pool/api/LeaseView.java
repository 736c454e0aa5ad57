package dev.backplane.pool.api;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.LeaseUsage;
import dev.backplane.pool.Spend;
import dev.backplane.pool.UserId;
import io.avaje.jsonb.Json;
import java.util.List;
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
        String template,
        Limits limits,
        @Nullable BudgetView budget,
        List<String> members,
        @Nullable Spent spend,
        @Nullable String endedAt,
        @Nullable String reason,
        @Nullable Actor createdBy,
        @Nullable Actor extendedBy,
        @Nullable Actor membersBy,
        @Nullable Actor endedBy,
        @Nullable String note) {

    /** What the template allowed when the lease was created. */
    record Limits(long maxDurationMinutes, int maxExtensions) {

        static Limits of(LeaseLimits limits) {
            return new Limits(limits.longest().toMinutes(), limits.maxExtensions());
        }
    }

    /** The newest report of costs, and the part of the budget that reports have reached. */
    record Spent(
            String amount,
            String currency,
            String asOf,
            @Nullable Integer reachedPercent) {

        static Spent of(Spend spend, int reached) {
            return new Spent(
                    spend.amount().toPlainString(),
                    spend.currency(),
                    Times.format(spend.asOf()),
                    reached == 0 ? null : reached);
        }
    }

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
        LeaseUsage usage = lease.usage();
        Optional<Cause> cause = ended.flatMap(EndedLease::cause);
        return new LeaseView(
                lease.id().value(),
                ended.isPresent() ? "ended" : "active",
                lease.account().value(),
                lease.user().value(),
                lease.created().equals(Lease.UNKNOWN) ? null : Times.format(lease.created()),
                lease.expires().equals(Lease.NEVER) ? null : Times.format(lease.expires()),
                lease.extensions(),
                lease.limits().template(),
                Limits.of(lease.limits()),
                lease.limits().budget().map(BudgetView::of).orElse(null),
                usage.members().stream().map(UserId::value).toList(),
                usage.spend().map(spend -> Spent.of(spend, usage.reached())).orElse(null),
                ended.map(EndedLease::at).map(Times::format).orElse(null),
                ended.map(EndedLease::reason).map(EndReason::value).orElse(null),
                lease.actors().created().orElse(null),
                lease.actors().extended().orElse(null),
                lease.actors().members().orElse(null),
                cause.map(Cause::actor).orElse(null),
                cause.flatMap(Cause::reason).orElse(null));
    }
}
