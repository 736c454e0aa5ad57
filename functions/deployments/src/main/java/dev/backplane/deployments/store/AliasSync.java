package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.deployments.SiteConfig;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.log.Invocation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Brings the rows of a deployment's aliases in line with it when it opens to traffic or closes.
 *
 * <p>The request that changes the deployment does this at once for the first aliases; the stream does it again for all,
 * so that a crash in between is healed. Repeating it changes nothing.
 *
 * <p>One transaction brings many aliases in line, and one follows the other: each checks the deployment's row, and
 * DynamoDB cancels transactions that meet at an item.
 */
public final class AliasSync {

    /** What a request has time for; the stream brings the rest in line. */
    private static final Duration TIME_IN_REQUEST = Duration.ofSeconds(2);

    /** A transaction has 100 actions: the check of the deployment, and two rows of each alias. */
    private static final int MOST_ALIASES = 49;

    /** A partition takes 1,000 write units a second, and each KB in a transaction is two of them. */
    private static final int MOST_BYTES = 400 * 1024;

    /** What came of bringing aliases in line. */
    private sealed interface Step {

        /** So many are in line; the others have moved to another deployment or are gone, and the index was late. */
        record InLine(int count) implements Step {}

        /** The deployment has moved on, and this is no longer what its aliases should be. */
        record Outdated() implements Step {}
    }

    private final Dynamo dynamo;
    private final String table;
    private final AliasRows aliases;
    private final AliasLists lists;
    private final DeploymentRows deployments;

    AliasSync(Dynamo dynamo, DeploymentsSettings settings) {
        this.dynamo = dynamo;
        this.table = settings.aliasTable();
        this.aliases = new AliasRows(settings.aliasTable());
        this.lists = new AliasLists(dynamo, settings.aliasTable());
        this.deployments = new DeploymentRows(settings.deploymentTable());
    }

    /** Says whether a deployment in its state may have aliases that differ from it. */
    public static boolean isDueFor(Deployment deployment) {
        return switch (deployment.status()) {
            case FINISHED -> deployment.aliasCount() > 0;
            case DESTROY_REQUESTED, DESTROY_IN_PROGRESS, DESTROY_FAILED ->
                deployment.aliasCount() > 0 || deployment.alias().isPresent();
            case INITIALIZED, CREATE_IN_PROGRESS, CREATE_COMPLETE, CREATE_FAILED -> false;
        };
    }

    /** Brings the first aliases in line right after a deployment has changed its state. */
    public void afterChange(Deployment deployment) {
        if (!isDueFor(deployment)) {
            return;
        }
        try {
            long end = System.nanoTime() + TIME_IN_REQUEST.toNanos();
            sync(deployment, () -> System.nanoTime() - end < 0);
        } catch (RuntimeException e) {
            // The deployment has changed, and whoever changed it must hear so. The stream brings the aliases in line.
            Invocation.survived(e);
        }
    }

    /**
     * Brings aliases in line, which are expected to differ.
     *
     * @param goOn asked before each transaction whether there is time for it
     * @return how many are in line now
     */
    public int sync(Deployment deployment, BooleanSupplier goOn) {
        return sync(deployment, goOn, _ -> Set.of());
    }

    /**
     * Brings those aliases in line that were left, which are few: a read tells, as a write that is refused costs as much
     * as one that is not.
     *
     * @return how many are in line now
     */
    public int syncRest(Deployment deployment) {
        return sync(deployment, () -> true, page -> inLine(deployment, page));
    }

    private int sync(Deployment deployment, BooleanSupplier goOn, Function<List<AliasId>, Set<AliasId>> knownInLine) {
        int atOnce = atOnce(deployment.config());
        int inLine = 0;
        Optional<AliasPosition> after = Optional.empty();
        do {
            if (!goOn.getAsBoolean()) {
                return inLine;
            }
            Page<AliasSummary, AliasPosition> page = lists.ofDeployment(deployment.id(), atOnce, after);
            List<AliasId> left =
                    new ArrayList<>(page.items().stream().map(AliasSummary::id).toList());
            Set<AliasId> known = knownInLine.apply(left);
            left.removeAll(known);
            switch (syncTogether(deployment, left)) {
                case Step.InLine(int count) -> inLine += known.size() + count;
                case Step.Outdated _ -> {
                    return inLine;
                }
            }
            after = page.next();
        } while (after.isPresent());
        return inLine;
    }

    /** Returns how many aliases one transaction takes with a configuration. */
    private static int atOnce(SiteConfig config) {
        return Math.clamp(MOST_BYTES / Math.max(1, config.bytes()), 1, MOST_ALIASES);
    }

    private Set<AliasId> inLine(Deployment deployment, List<AliasId> page) {
        if (page.isEmpty()) {
            return Set.of();
        }
        return dynamo
                .getAll(
                        table,
                        page.stream().map(alias -> new AliasKey(alias).route()).toList())
                .stream()
                .map(AliasRows::toAlias)
                .filter(alias -> alias.deployment().equals(deployment.id())
                        && alias.isReady() == deployment.status().isServed())
                .map(Alias::id)
                .collect(Collectors.toSet());
    }

    /** Each refusal tells which aliases need nothing; the rest is written without them. */
    private Step syncTogether(Deployment deployment, List<AliasId> wanted) {
        List<AliasId> left = wanted;
        int alreadyInLine = 0;
        while (!left.isEmpty()) {
            Transaction transaction = new Transaction();
            deployments.requireStatus(transaction, deployment.id(), deployment.status());
            left.forEach(alias -> aliases.sync(transaction, alias, deployment));
            if (!(dynamo.transact(transaction) instanceof Transacted.Refused refused)) {
                return new Step.InLine(alreadyInLine + left.size());
            }
            if (refused.failedAt(0)) {
                return new Step.Outdated();
            }
            List<AliasId> held = new ArrayList<>();
            for (int i = 0; i < left.size(); i++) {
                int route = 1 + 2 * i;
                if (!refused.failedAt(route) && !refused.failedAt(route + 1)) {
                    held.add(left.get(i));
                } else if (isOwn(deployment, refused.currentAt(route))) {
                    alreadyInLine++;
                }
            }
            left = held;
        }
        return new Step.InLine(alreadyInLine);
    }

    private static boolean isOwn(Deployment deployment, Optional<Item> route) {
        return route.map(AliasRows::toAlias)
                .filter(current -> current.deployment().equals(deployment.id()))
                .isPresent();
    }
}
