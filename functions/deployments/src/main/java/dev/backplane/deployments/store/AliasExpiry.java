package dev.backplane.deployments.store;

import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.deployments.ActiveSplit;
import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasChange;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.ChangeKind;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.HistoryEntry;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Removes what is left of expired aliases: their rows, and their part in the counts of deployments. The first
 * operation that needs it does it; the entry of the history makes sure that it happens once.
 */
public final class AliasExpiry {

    private static final Cause CAUSE = Cause.of(Actor.system("AliasExpiry"));

    private static final int PAGE = 100;

    private final Dynamo dynamo;
    private final DeploymentsSettings tables;
    private final Clock clock;
    private final AliasChanges changes;
    private final AliasHistory history;

    AliasExpiry(Dynamo dynamo, DeploymentsSettings tables, Clock clock) {
        this.dynamo = dynamo;
        this.tables = tables;
        this.clock = clock;
        this.changes = new AliasChanges(dynamo, tables, clock);
        this.history = new AliasHistory(dynamo, tables.aliasTable(), clock);
    }

    /**
     * Removes an alias that has expired, whether or not TTL has deleted its route row; leaves any other alone.
     *
     * @return whether it removed one
     */
    public boolean expire(AliasId id) {
        return dynamo.retry().run(() -> attempt(id));
    }

    /**
     * Removes the aliases of a deployment that have expired, until it finds one that has not.
     *
     * @return whether it removed some and found no other
     */
    boolean expireAllOf(DeploymentId id) {
        boolean removed = false;
        Optional<Map<String, AttributeValue>> start = Optional.empty();
        do {
            Rows rows = dynamo.query(ItemQuery.of(
                            tables.aliasTable(), equal(Attributes.GSI1PK, Values.text(new DeploymentKey(id).sort())))
                    .index(AliasStore.BY_DEPLOYMENT)
                    .limit(PAGE)
                    .after(start));
            // Configuration rows are enough: TTL may have deleted the route row.
            List<AliasId> found = rows.items().stream()
                    .flatMap(row -> row.read(AliasRows::toSummary).stream())
                    .map(AliasSummary::id)
                    .distinct()
                    .toList();
            AliasChanges.CurrentRows seen = changes.read(found, List.of());
            if (found.stream()
                    .anyMatch(alias -> seen.alias(alias)
                            .filter(current -> current.counted().contains(id))
                            .isPresent())) {
                return false;
            }
            for (AliasId alias : found) {
                removed |= seen.alias(alias).isEmpty() && expire(alias);
            }
            start = rows.last();
        } while (start.isPresent());
        return removed;
    }

    private Attempt<Boolean> attempt(AliasId id) {
        AliasChanges.CurrentRows seen = changes.read(List.of(id), List.of());
        if (seen.row(id).isPresent()) {
            Alias alias = AliasRows.toAlias(seen.row(id).get());
            return alias.isExpired(seen.now()) ? remove(alias) : new Attempt.Done<>(false);
        }
        Optional<HistoryEntry> last = history.last(id).filter(entry -> !entry.isRemoval());
        return last.flatMap(this::removedByTtl).map(this::remove).orElseGet(() -> new Attempt.Done<>(false));
    }

    // The configuration row has no TTL. Without it, the alias was removed, and its history is being forgotten.
    private Optional<Alias> removedByTtl(HistoryEntry last) {
        return dynamo.getAll(tables.aliasTable(), List.of(new AliasKey(last.alias()).config())).stream()
                .findFirst()
                .map(AliasRows::toConfig)
                .map(config -> new Alias(
                        last.alias(),
                        last.deployment().orElseThrow(),
                        config.version().createdAt(),
                        last.revision(),
                        false,
                        config.version().isReady(),
                        last.back(),
                        Optional.empty(),
                        last.split().map(split -> new ActiveSplit(split, last.at(), false)),
                        Optional.empty()));
    }

    /**
     * Returns the revision of a new alias. An alias of that name that has expired is removed first.
     *
     * @param routeExists whether its route row was read
     */
    long nextRevision(AliasId id, boolean routeExists) {
        if (routeExists) {
            expire(id);
        }
        Optional<HistoryEntry> last = history.last(id);
        if (last.isPresent() && !last.get().isRemoval()) {
            expire(id);
            last = history.last(id);
        }
        return 1 + last.map(HistoryEntry::revision).orElse(0L);
    }

    private Attempt<Boolean> remove(Alias alias) {
        Transaction transaction = new Transaction();
        AliasChange change = AliasChange.removal(ChangeKind.EXPIRED, alias, Times.now(clock));
        changes.add(transaction, List.of(change), List.of(), AliasChanges.Source.of(CAUSE));
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ -> new Attempt.Done<>(true);
            case Transaction.Refused _ -> new Attempt.Lost<>();
        };
    }
}
