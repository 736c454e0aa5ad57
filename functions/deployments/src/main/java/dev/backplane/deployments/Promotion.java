package dev.backplane.deployments;

import dev.backplane.platform.Actor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Aliases that were moved together.
 *
 * @param actor empty if the stored text is damaged
 * @param undone who moved them back, if anybody did
 */
public record Promotion(
        PromotionId id,
        List<Move> moves,
        Instant at,
        Optional<Actor> actor,
        Optional<String> reason,
        Optional<Undo> undone) {

    /** Returns this promotion after it was undone. */
    public Promotion undoneAs(Undo undo) {
        return new Promotion(id, moves, at, actor, reason, Optional.of(undo));
    }

    /**
     * A move of one alias.
     *
     * @param from where it pointed before; empty if the promotion created it
     */
    public record Move(AliasId alias, Optional<DeploymentId> from, DeploymentId to, long revision) {}

    /** When a promotion was undone, by whom and why. */
    public record Undo(Instant at, Optional<Actor> actor, Optional<String> reason) {}
}
