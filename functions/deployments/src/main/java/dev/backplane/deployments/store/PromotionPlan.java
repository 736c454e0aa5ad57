package dev.backplane.deployments.store;

import dev.backplane.deployments.AliasChange;
import dev.backplane.deployments.AliasId;
import dev.backplane.deployments.AliasOutcome;
import dev.backplane.deployments.Deployment;
import dev.backplane.deployments.PromotionOutcome;
import dev.backplane.deployments.PromotionOutcome.Conflict;
import dev.backplane.deployments.PromotionOutcome.Size;
import dev.backplane.platform.dynamo.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The decisions on all aliases of a promotion, or of undoing one. */
final class PromotionPlan {

    /** The largest transaction that DynamoDB accepts. */
    private static final Size LIMIT = new Size(4L * 1024 * 1024, 100);

    /** The largest row without configurations. */
    private static final int ROW_BYTES = 2 * 1024;

    private final List<AliasChange> changes = new ArrayList<>();
    private final List<Deployment> targets = new ArrayList<>();
    private final List<Conflict> conflicts = new ArrayList<>();

    void add(AliasId alias, AliasDecision decision) {
        switch (decision) {
            case AliasDecision.Refuse(AliasOutcome.Refusal refusal) -> conflicts.add(new Conflict(alias, refusal));
            case AliasDecision.Keep _ -> throw new IllegalStateException("a promotion changes every alias");
            case AliasDecision.Write(AliasChange change, List<Deployment> pointedTo) -> {
                changes.add(change);
                targets.addAll(pointedTo);
            }
        }
    }

    List<AliasChange> changes() {
        return changes;
    }

    List<Deployment> targets() {
        return targets;
    }

    List<Conflict> conflicts() {
        return conflicts;
    }

    /** Returns the refusal of a transaction that DynamoDB does not accept. */
    Optional<PromotionOutcome> refusalBySize(Transaction transaction) {
        // The configurations of the aliases, the rows of the deployments, and small rows.
        long written =
                targets.stream().mapToLong(target -> target.config().bytes()).sum();
        long counted = targets.stream()
                .distinct()
                .mapToLong(target -> target.config().bytes())
                .sum();
        Size size = new Size(written + counted + (long) ROW_BYTES * transaction.size(), transaction.size());
        boolean fits = size.bytes() <= LIMIT.bytes() && size.actions() <= LIMIT.actions();
        return fits ? Optional.empty() : Optional.of(new PromotionOutcome.TooLarge(size, LIMIT));
    }
}
