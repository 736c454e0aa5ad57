package dev.backplane.deployments.store;

import dev.backplane.deployments.Alias;
import dev.backplane.deployments.AliasChange;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.Deployment;
import java.util.List;

/** What to do with an alias as it was read. */
sealed interface AliasDecision {

    record Refuse(AliasOutcome.Refusal refusal) implements AliasDecision {}

    /** The alias is as requested already. */
    record Keep(Alias alias) implements AliasDecision {}

    /**
     * Write the change.
     *
     * @param targets the deployments that the alias is pointed to
     */
    record Write(AliasChange change, List<Deployment> targets) implements AliasDecision {}
}
