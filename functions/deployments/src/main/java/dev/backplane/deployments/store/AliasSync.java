package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.deployments.Variant;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.log.Invocation;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Updates the rows of a deployment's aliases when it starts or stops serving traffic.
 *
 * <p>The request that changes the deployment updates the first aliases at once; the stream handler updates all, so that
 * a crash in between does no harm. Repeating it changes nothing.
 *
 * <p>One transaction updates many aliases. Transactions run one after the other, because each checks the deployment's
 * row and DynamoDB cancels concurrent transactions on an item.
 */
public final class AliasSync {

    /** The time that a request spends; the stream handler updates the rest. */
    private static final Duration TIME_IN_REQUEST = Duration.ofSeconds(2);

    /** A transaction has at most 100 actions: the check of the deployment, and two rows of each alias. */
    private static final int MAX_ALIASES = 49;

    /** A partition takes 1,000 write units a second, and a transaction uses two for each KB. */
    private static final int MAX_BYTES = 400 * 1024;

    /** The result of updating some aliases. */
    private sealed interface Step {

        /** A number of aliases are up to date; the others point elsewhere or are deleted, and the index was late. */
        record UpToDate(int count) implements Step {}

        /** The deployment has changed since, so this update is obsolete. */
        record Outdated() implements Step {}
    }

    private final Dynamo dynamo;
    private final String table;
    private final AliasRows aliases;
    private final AliasLists lists;
    private final DeploymentRows deployments;

    AliasSync(Dynamo dynamo, DeploymentsSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.aliasTable();
        this.aliases = new AliasRows(settings.aliasTable());
        this.lists = new AliasLists(dynamo, settings.aliasTable(), clock);
        this.deployments = new DeploymentRows(settings.deploymentTable());
    }

    /** Returns whether a deployment in its status may have aliases that differ from it. */
    public static boolean isDueFor(Deployment deployment) {
        return switch (deployment.status()) {
            case FINISHED -> deployment.aliasCount() > 0;
            case DESTROY_REQUESTED, DESTROY_IN_PROGRESS, DESTROY_FAILED ->
                deployment.aliasCount() > 0 || deployment.alias().isPresent();
            case INITIALIZED, CREATE_IN_PROGRESS, CREATE_COMPLETE, CREATE_FAILED -> false;
        };
    }

    /** Updates the first aliases right after a deployment has changed its status. */
    public void afterChange(Deployment deployment) {
        if (!isDueFor(deployment)) {
            return;
        }
        try {
            long end = System.nanoTime() + TIME_IN_REQUEST.toNanos();
            sync(deployment, () -> System.nanoTime() - end < 0);
        } catch (RuntimeException e) {
            // The deployment has changed, and the caller must be told so. The stream handler updates the aliases.
            Invocation.recordFailure(e);
        }
    }

    /**
     * Updates aliases, which are expected to differ from the deployment.
     *
     * @param hasTime asked before each transaction
     * @return the number of aliases that are up to date now
     */
    public int sync(Deployment deployment, BooleanSupplier hasTime) {
        return sync(deployment, hasTime, _ -> Set.of());
    }

    /**
     * Updates the aliases that still differ, which are few. It reads them first, because a refused write costs as much
     * as a successful one.
     *
     * @return the number of aliases that are up to date now
     */
    public int syncRest(Deployment deployment) {
        return sync(deployment, () -> true, page -> upToDate(deployment, page));
    }

    private int sync(
            Deployment deployment,
            BooleanSupplier hasTime,
            Function<List<AliasSummary>, Set<AliasSummary>> knownUpToDate) {
        int atOnce = atOnce(deployment.config());
        int upToDate = 0;
        Optional<AliasPosition> after = Optional.empty();
        do {
            if (!hasTime.getAsBoolean()) {
                return upToDate;
            }
            Page<AliasSummary, AliasPosition> page = lists.inIndex(deployment.id(), atOnce, after);
            Set<AliasSummary> known = knownUpToDate.apply(page.items());
            upToDate += known.size();
            for (Variant variant : Variant.values()) {
                // While the index lags, it may show an alias with both variants, but they share a row.
                List<AliasId> left = page.items().stream()
                        .filter(entry -> entry.variant() == variant && !known.contains(entry))
                        .map(AliasSummary::id)
                        .toList();
                switch (syncTogether(deployment, variant, left)) {
                    case Step.UpToDate(int count) -> upToDate += count;
                    case Step.Outdated _ -> {
                        return upToDate;
                    }
                }
            }
            after = page.next();
        } while (after.isPresent());
        return upToDate;
    }

    /** Returns how many aliases fit into one transaction with a configuration. */
    private static int atOnce(SiteConfig config) {
        return Math.clamp(MAX_BYTES / Math.max(1, config.bytes()), 1, MAX_ALIASES);
    }

    private Set<AliasSummary> upToDate(Deployment deployment, List<AliasSummary> page) {
        Map<AliasId, Alias> aliases = dynamo
                .getAll(
                        table,
                        page.stream()
                                .map(entry -> new AliasKey(entry.id()).route())
                                .distinct()
                                .toList())
                .stream()
                .flatMap(row -> row.read(AliasRows::toAlias).stream())
                .collect(Collectors.toMap(Alias::id, alias -> alias));
        return page.stream()
                .filter(entry -> Optional.ofNullable(aliases.get(entry.id()))
                        .filter(alias -> alias.pointsTo(deployment.id(), entry.variant())
                                && alias.isReady(entry.variant())
                                        == deployment.status().isServed())
                        .isPresent())
                .collect(Collectors.toSet());
    }

    /**
     * Updates aliases in one transaction; a refusal names those that need no update or are damaged, and the others are
     * tried again.
     */
    private Step syncTogether(Deployment deployment, Variant variant, List<AliasId> wanted) {
        List<AliasId> left = wanted;
        int alreadyUpToDate = 0;
        while (!left.isEmpty()) {
            Transaction transaction = new Transaction();
            Action status = deployments.requireUnchanged(transaction, deployment);
            List<AliasRows.Update> updates = left.stream()
                    .map(alias -> aliases.sync(transaction, alias, variant, deployment))
                    .toList();
            if (!(dynamo.transact(transaction) instanceof Transaction.Refused refused)) {
                return new Step.UpToDate(alreadyUpToDate + left.size());
            }
            if (refused.failed(status)) {
                return new Step.Outdated();
            }
            List<AliasId> held = new ArrayList<>();
            for (AliasRows.Update update : updates) {
                if (!refused.failed(update.route()) && !refused.failed(update.config())) {
                    held.add(update.alias());
                } else if (pointsTo(deployment, variant, refused.current(update.route()))) {
                    alreadyUpToDate++;
                }
            }
            left = held;
        }
        return new Step.UpToDate(alreadyUpToDate);
    }

    private static boolean pointsTo(Deployment deployment, Variant variant, Optional<Item> route) {
        return route.flatMap(row -> row.read(AliasRows::toAlias))
                .filter(current -> current.pointsTo(deployment.id(), variant))
                .isPresent();
    }
}
