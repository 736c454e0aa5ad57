package dev.backplane.deployments.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.deployments.ActiveSplit;
import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasChange;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.ChangeKind;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads aliases, and adds changes of them to a transaction: the rows of each alias, an entry of its history, and the counts of the
 * deployments that it pointed to and points to, so that no alias points to a deployment that was deleted at the same
 * moment.
 */
final class AliasChanges {

    private final Dynamo dynamo;
    private final DeploymentsSettings tables;
    private final Clock clock;
    private final DeploymentRows deployments;

    AliasChanges(Dynamo dynamo, DeploymentsSettings tables, Clock clock) {
        this.dynamo = dynamo;
        this.tables = tables;
        this.clock = clock;
        this.deployments = new DeploymentRows(tables.deploymentTable());
    }

    /** Aliases and deployments, read together and consistently. */
    record CurrentRows(Map<String, Item> routes, Map<String, Item> deployments, Instant now) {

        /** Returns an alias that has not expired. */
        Optional<Alias> alias(AliasId id) {
            return row(id).map(AliasRows::toAlias).filter(alias -> !alias.isExpired(now));
        }

        /** Returns the route row of an alias, which may be damaged or have expired. */
        Optional<Item> row(AliasId id) {
            return Optional.ofNullable(routes.get(new AliasKey(id).toString()));
        }

        Optional<Deployment> deployment(DeploymentId id) {
            return Optional.ofNullable(deployments.get(new DeploymentKey(id).sort()))
                    .map(DeploymentRows::toDeployment);
        }
    }

    CurrentRows read(Collection<AliasId> aliases, Collection<DeploymentId> targets) {
        Map<String, List<Item>> rows = dynamo.getAll(Map.of(
                tables.aliasTable(),
                aliases.stream().map(id -> new AliasKey(id).route()).distinct().toList(),
                tables.deploymentTable(),
                targets.stream()
                        .map(id -> new DeploymentKey(id).attributes())
                        .distinct()
                        .toList()));
        return new CurrentRows(
                bySortKey(rows.getOrDefault(tables.aliasTable(), List.of())),
                bySortKey(rows.getOrDefault(tables.deploymentTable(), List.of())),
                clock.instant());
    }

    private static Map<String, Item> bySortKey(List<Item> rows) {
        return rows.stream().collect(Collectors.toMap(row -> row.text(Attributes.SK), row -> row));
    }

    /**
     * Adds changes of different aliases.
     *
     * @param targets the deployments that aliases are pointed to, whose status must still be as it was read
     */
    void add(Transaction transaction, List<AliasChange> changes, Collection<Deployment> targets, Source source) {
        Map<DeploymentId, Deployment> byId =
                targets.stream().collect(Collectors.toMap(Deployment::id, target -> target, (first, _) -> first));
        changes.forEach(change -> addRows(transaction, change, byId, source));
        addCounts(transaction, changes, byId);
    }

    /** Adds the creation of a deployment's own alias, which does not count, to the transaction of the deployment. */
    void addOwn(Transaction transaction, Alias alias, Deployment owner, Cause cause) {
        AliasChange creation = AliasChange.creation(ChangeKind.CREATED, alias);
        addRows(transaction, creation, Map.of(owner.id(), owner), Source.of(cause));
    }

    /** Adds the removal of a deployment's own alias, if it exists, to the transaction of the deployment. */
    void removeOwn(Transaction transaction, AliasId id, DeploymentId owner, Cause cause) {
        Optional<Item> row = read(List.of(id), List.of()).row(id);
        Optional<Alias> alias = row.flatMap(found -> found.read(AliasRows::toAlias));
        if (alias.isPresent()) {
            alias.filter(found -> found.isProtected() && found.deployment().equals(owner))
                    .map(found -> AliasChange.removal(ChangeKind.DELETED, found, Times.now(clock)))
                    .ifPresent(removal -> addRows(transaction, removal, Map.of(), Source.of(cause)));
        } else if (row.isPresent()) {
            // A damaged row goes too, but its history cannot be continued.
            AliasKey key = new AliasKey(id);
            Condition own = equal(Attributes.DEPLOYMENT_ID, Values.text(owner.value()));
            transaction.delete(tables.aliasTable(), key.route(), own);
            transaction.delete(tables.aliasTable(), key.config());
        }
    }

    /** Why aliases change, and the promotion that changes them. */
    record Source(Cause cause, Optional<String> promotion) {

        static Source of(Cause cause) {
            return new Source(cause, Optional.empty());
        }
    }

    private void addRows(
            Transaction transaction, AliasChange change, Map<DeploymentId, Deployment> targets, Source source) {
        AliasKey key = new AliasKey(change.id());
        String table = tables.aliasTable();
        if (change.after().isEmpty()) {
            transaction.delete(table, key.route(), removable(change));
            transaction.delete(table, key.config());
        } else {
            Alias after = change.after().get();
            transaction.put(table, AliasRows.route(after), AliasRows.unchanged(change.before()));
            if (change.isMove()) {
                transaction.put(
                        table,
                        AliasRows.config(
                                after, find(targets, after.deployment()).config()));
            }
        }
        addSplit(transaction, change, targets);
        Item entry = AliasHistory.toItem(change.entry(source.cause(), source.promotion()));
        transaction.put(table, entry, absent(Attributes.PK));
    }

    private static Condition removable(AliasChange change) {
        Condition unchanged = AliasRows.unchanged(change.before());
        if (change.kind() != ChangeKind.EXPIRED) {
            return unchanged;
        }
        // TTL may delete the route row of an expired alias at any moment. If TTL had deleted it before, its end is not
        // known, and a row that exists now is that of a new alias.
        boolean seen = change.before().flatMap(Alias::expiry).isPresent();
        return seen ? absent(Attributes.PK).or(unchanged) : absent(Attributes.PK);
    }

    private void addSplit(Transaction transaction, AliasChange change, Map<DeploymentId, Deployment> targets) {
        Optional<ActiveSplit> before = change.before().flatMap(Alias::split);
        Optional<ActiveSplit> after = change.after().flatMap(Alias::split);
        if (after.isEmpty() && before.isPresent()) {
            transaction.delete(tables.aliasTable(), new AliasKey(change.id()).split());
        } else if (!after.map(ActiveSplit::createdAt).equals(before.map(ActiveSplit::createdAt))
                || !after.map(ActiveSplit::deployment).equals(before.map(ActiveSplit::deployment))) {
            Alias alias = change.after().orElseThrow();
            Item row = AliasRows.config(
                    alias,
                    after.orElseThrow(),
                    find(targets, after.get().deployment()).config());
            transaction.put(tables.aliasTable(), row);
        }
    }

    private static Deployment find(Map<DeploymentId, Deployment> targets, DeploymentId id) {
        return Optional.ofNullable(targets.get(id)).orElseThrow();
    }

    // A transaction contains an item at most once, so the counts of one deployment are added up.
    private void addCounts(Transaction transaction, List<AliasChange> changes, Map<DeploymentId, Deployment> targets) {
        Map<DeploymentId, Integer> deltas = new LinkedHashMap<>();
        targets.keySet().forEach(id -> deltas.put(id, 0));
        for (AliasChange change : changes) {
            change.before().ifPresent(alias -> alias.counted().forEach(id -> deltas.merge(id, -1, Integer::sum)));
            change.after().ifPresent(alias -> alias.counted().forEach(id -> deltas.merge(id, 1, Integer::sum)));
        }
        Instant now = changes.getFirst().at();
        deltas.forEach(
                (id, delta) -> deployments.count(transaction, id, delta, Optional.ofNullable(targets.get(id)), now));
    }
}
