package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasSummary;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.DeploymentsSettings;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.platform.dynamo.Transacted;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.log.Invocation;
import java.time.Duration;
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
 */
public final class AliasSync {

    private static final int PAGE = 25;

    /** What a request has time for; the stream brings the rest in line. */
    private static final Duration TIME_IN_REQUEST = Duration.ofSeconds(2);

    /** What came of bringing one alias in line. */
    private enum Step {
        IN_LINE,
        /** The index was late: the alias has moved to another deployment or is gone. */
        NOT_ITS_OWN,
        /** The deployment has moved on, and this is no longer what its aliases should be. */
        OUTDATED
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
     * @param goOn asked before each alias whether there is time for it
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

    private int sync(
            Deployment deployment, BooleanSupplier goOn, Function<List<AliasSummary>, Set<AliasId>> knownInLine) {
        int inLine = 0;
        Optional<AliasPosition> after = Optional.empty();
        do {
            Page<AliasSummary, AliasPosition> page = lists.ofDeployment(deployment.id(), PAGE, after);
            Set<AliasId> known = knownInLine.apply(page.items());
            for (AliasSummary alias : page.items()) {
                if (!goOn.getAsBoolean()) {
                    return inLine;
                }
                switch (known.contains(alias.id()) ? Step.IN_LINE : syncOne(deployment, alias.id())) {
                    case IN_LINE -> inLine++;
                    case NOT_ITS_OWN -> {}
                    case OUTDATED -> {
                        return inLine;
                    }
                }
            }
            after = page.next();
        } while (after.isPresent());
        return inLine;
    }

    private Set<AliasId> inLine(Deployment deployment, List<AliasSummary> page) {
        if (page.isEmpty()) {
            return Set.of();
        }
        return dynamo
                .getAll(
                        table,
                        page.stream()
                                .map(alias -> new AliasKey(alias.id()).route())
                                .toList())
                .stream()
                .map(AliasRows::toAlias)
                .filter(alias -> alias.deployment().equals(deployment.id())
                        && alias.isReady() == deployment.status().isServed())
                .map(Alias::id)
                .collect(Collectors.toSet());
    }

    private Step syncOne(Deployment deployment, AliasId alias) {
        Transaction transaction = new Transaction();
        deployments.requireStatus(transaction, deployment.id(), deployment.status());
        aliases.sync(transaction, alias, deployment);
        return switch (dynamo.transact(transaction)) {
            case Transacted.Committed _ -> Step.IN_LINE;
            case Transacted.Refused refused when refused.failedAt(0) -> Step.OUTDATED;
            case Transacted.Refused refused ->
                refused.currentAt(1)
                        .map(AliasRows::toAlias)
                        .filter(current -> current.deployment().equals(deployment.id()))
                        .map(_ -> Step.IN_LINE)
                        .orElse(Step.NOT_ITS_OWN);
        };
    }
}
