package dev.backplane.pool.api;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.HistoryEntry;
import dev.backplane.pool.HoldChange;
import io.avaje.jsonb.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The history of an account as callers see it, latest change first. */
@Json
record HistoryView(String accountId, List<Entry> entries) {

    /** One change; a state is absent if the account was not in the pool. */
    record Entry(
            String at,
            @Nullable String from,
            @Nullable String to,
            @Nullable String leaseId,
            @Nullable String attemptId,
            @Nullable String hold,
            @Nullable Actor actor,
            @Nullable String reason) {}

    static HistoryView of(AccountId id, List<HistoryEntry> entries) {
        return new HistoryView(
                id.value(), entries.reversed().stream().map(HistoryView::entry).toList());
    }

    private static Entry entry(HistoryEntry entry) {
        return new Entry(
                Times.format(entry.at()),
                entry.from().orElse(null),
                entry.to().orElse(null),
                entry.lease().orElse(null),
                entry.attempt().orElse(null),
                entry.hold().map(HoldChange::value).orElse(null),
                entry.cause().map(Cause::actor).orElse(null),
                entry.cause().flatMap(Cause::reason).orElse(null));
    }
}
