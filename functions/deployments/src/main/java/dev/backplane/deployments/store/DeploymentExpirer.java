package dev.backplane.deployments.store;

import dev.backplane.deployments.Deletion;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentId;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.Expiration;
import dev.backplane.deployments.Retention;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Deletes the deployments that retention policies do not keep, or requests the destruction of their stacks.
 *
 * <p>Each goes in one transaction, which requires that the policy and everything that could keep the deployment are as
 * they were read. A refused transaction is not repeated: what changed may keep the deployment, and the next sweep
 * decides again.
 */
public final class DeploymentExpirer {

    /** The number of pages that a preview reads, so that deployments which aliases keep do not hold it up. */
    private static final int PREVIEW_PAGES = 20;

    private final Dynamo dynamo;
    private final DeploymentsSettings settings;
    private final RetentionStore retentions;
    private final DeploymentRemover remover;
    private final AliasExpiry aliases;
    private final Tombstones tombstones;

    DeploymentExpirer(Dynamo dynamo, DeploymentsSettings settings, Clock clock, Ids ids) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.retentions = new RetentionStore(dynamo, settings, clock);
        this.tombstones = new Tombstones(clock, ids);
        this.aliases = new AliasExpiry(dynamo, settings, clock);
        this.remover = new DeploymentRemover(dynamo, settings, clock, tombstones);
    }

    /**
     * What a run did.
     *
     * @param more whether deployments are left that the policy does not keep
     * @param failures why some of them are left
     */
    public record Run(List<Expiration> expired, boolean more, List<RuntimeException> failures) {}

    /** Returns what a run would do; a page may have fewer items than its limit though others follow. */
    public Page<Expiration, DeploymentPosition> preview(
            Retention policy, int limit, Optional<DeploymentPosition> after) {
        List<Expiration> found = new ArrayList<>();
        Optional<DeploymentPosition> next = after;
        int pages = 0;
        do {
            RetentionStore.Expirations page = retentions.listExpirations(policy, next);
            found.addAll(page.items());
            next = page.next();
            pages++;
        } while (next.isPresent() && found.size() <= limit && pages < PREVIEW_PAGES);
        return found.size() > limit
                ? Page.of(found, limit, expiration -> DeploymentPosition.of(expiration.deployment()))
                : new Page<>(found, next);
    }

    /**
     * Expires the deployments that a policy does not keep, newest first; one that fails does not stop the others.
     *
     * @param most the largest number of them
     * @param hasTime asked before each of them
     */
    public Run run(Retention policy, int most, Actor actor, BooleanSupplier hasTime) {
        Cause cause = new Cause(actor, Optional.of(policy.reason()));
        List<Expiration> expired = new ArrayList<>();
        List<RuntimeException> failures = new ArrayList<>();
        Optional<DeploymentPosition> next = Optional.empty();
        do {
            RetentionStore.Expirations page = retentions.listExpirations(policy, next);
            for (Expiration expiration : page.items()) {
                if (expired.size() == most || !hasTime.getAsBoolean()) {
                    return new Run(expired, true, failures);
                }
                try {
                    if (expire(policy, expiration, cause)) {
                        expired.add(expiration);
                    }
                } catch (RuntimeException e) {
                    failures.add(e);
                }
            }
            page.held().forEach(id -> removeExpiredAliases(id, failures));
            next = page.next();
        } while (next.isPresent() && hasTime.getAsBoolean());
        return new Run(expired, next.isPresent() || !failures.isEmpty(), failures);
    }

    /** Removes expired aliases that keep a deployment; it goes with the next run, unless the skew window keeps it. */
    private void removeExpiredAliases(DeploymentId id, List<RuntimeException> failures) {
        try {
            aliases.expireAllOf(id);
        } catch (RuntimeException e) {
            failures.add(e);
        }
    }

    private boolean expire(Retention policy, Expiration expiration, Cause cause) {
        Deployment seen = expiration.deployment();
        Condition notLiveSince = Condition.equal(
                DeploymentRows.LAST_LIVE, seen.lastLiveDate().map(Times::format).map(Values::text));
        Transaction transaction = switch (expiration.deletion()) {
            case Deletion.RemoveRow _ -> remover.removal(seen, cause, notLiveSince);
            case Deletion.RequestDestroy _ -> remover.destruction(seen, cause, notLiveSince);
            case Deletion.Refuse _ -> throw new IllegalArgumentException(seen.id() + " must be kept");
        };
        transaction.check(
                settings.projectTable(), RetentionRows.key(policy.project()), RetentionRows.unchanged(policy));
        transaction.put(settings.deploymentTable(), tombstones.expired(seen.id(), policy.project(), cause));
        return dynamo.transact(transaction) instanceof Transaction.Committed;
    }
}
