package dev.backplane.deployments;

import dev.backplane.platform.Cause;
import java.time.Instant;
import java.util.Optional;

/**
 * A change of one alias.
 *
 * @param before the alias as it was read; empty if it is created
 * @param after the alias after the change; empty if it is removed
 */
public record AliasChange(AliasId id, ChangeKind kind, Optional<Alias> before, Optional<Alias> after, Instant at) {

    /** Returns the creation of an alias. */
    public static AliasChange creation(ChangeKind kind, Alias alias) {
        return new AliasChange(alias.id(), kind, Optional.empty(), Optional.of(alias), alias.createdAt());
    }

    /** Returns the change of an existing alias. */
    public static AliasChange of(ChangeKind kind, Alias before, Alias after, Instant at) {
        return new AliasChange(before.id(), kind, Optional.of(before), Optional.of(after), at);
    }

    /** Returns the removal of an alias. */
    public static AliasChange removal(ChangeKind kind, Alias alias, Instant at) {
        return new AliasChange(alias.id(), kind, Optional.of(alias), Optional.empty(), at);
    }

    /** Returns the revision that the change makes. */
    public long revision() {
        return after.map(Alias::revision).orElseGet(() -> before.orElseThrow().revision() + 1);
    }

    /** Returns whether the change gives the alias a configuration, even if that of the same deployment. */
    public boolean isMove() {
        return switch (kind) {
            case CREATED, MOVED, ROLLED_BACK, PROMOTED, UNDONE -> after.isPresent();
            case SPLIT_CHANGED -> !after.map(Alias::deployment).equals(before.map(Alias::deployment));
            case LOCKED, UNLOCKED, DELETED, EXPIRED -> false;
        };
    }

    /** Returns the entry of the history that records the change. */
    public HistoryEntry entry(Cause cause, Optional<String> promotion) {
        Optional<Split> split = after.flatMap(Alias::split).map(ActiveSplit::values);
        Optional<DeploymentId> splitBefore = before.flatMap(Alias::split).map(ActiveSplit::deployment);
        return new HistoryEntry(
                id,
                revision(),
                kind,
                at,
                after.map(Alias::deployment),
                before.map(Alias::deployment),
                Optional.of(cause.actor()),
                cause.reason(),
                after.flatMap(Alias::back),
                split,
                splitBefore.equals(split.map(Split::deployment)) ? Optional.empty() : splitBefore,
                promotion);
    }
}
