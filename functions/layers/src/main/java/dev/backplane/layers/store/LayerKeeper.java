package dev.backplane.layers.store;

import dev.backplane.layers.ChangeOutcome;
import dev.backplane.layers.ChangeOutcome.Reason;
import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.Hold;
import dev.backplane.layers.Layer;
import dev.backplane.layers.Lifetime;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Write;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * Changes the lifetimes of versions, if they are still as they were read.
 *
 * <p>DynamoDB deletes a row by the expiry that it has at that moment, so a row whose expiry was removed or moved in time
 * is not deleted (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html).
 */
final class LayerKeeper {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;

    LayerKeeper(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
    }

    ChangeOutcome hold(LayerKey key, Optional<Instant> until, Cause cause) {
        Change held = (layer, now) -> layer.lifetime().heldBy(new Hold(now, until, cause), now);
        return change(key, cause, LayerKeeper::ended, held);
    }

    ChangeOutcome release(LayerKey key, Cause cause) {
        return change(
                key, cause, LayerKeeper::ended, (layer, now) -> layer.lifetime().released(now));
    }

    ChangeOutcome expireAt(LayerKey key, Instant date, Cause cause) {
        Change moved = (layer, now) -> layer.lifetime().expiringAt(date, now);
        return change(key, cause, LayerKeeper::unlimited, moved);
    }

    /** Returns the new lifetime of a version. */
    @FunctionalInterface
    private interface Change {
        Lifetime apply(Layer layer, Instant now);
    }

    /** Returns why a version cannot be changed. */
    @FunctionalInterface
    private interface Check {
        Optional<Reason> refusal(Layer layer, Instant now);
    }

    private ChangeOutcome change(LayerKey key, Cause cause, Check check, Change change) {
        return dynamo.retry()
                .run(() -> new Attempts(key, cause, check, change).from(dynamo.get(table, key.attributes())));
    }

    /** The attempts to change one version. */
    private final class Attempts {

        private final LayerKey key;
        private final Cause cause;
        private final Check check;
        private final Change change;

        Attempts(LayerKey key, Cause cause, Check check, Change change) {
            this.key = key;
            this.cause = cause;
            this.check = check;
            this.change = change;
        }

        Attempt<ChangeOutcome> from(Optional<Item> row) {
            if (row.isEmpty()) {
                return new Attempt.Done<>(new ChangeOutcome.NotFound());
            }
            Layer layer = LayerRows.toLayer(row.get());
            Instant now = Times.now(clock);
            Optional<Reason> refusal = check.refusal(layer, now);
            if (refusal.isPresent()) {
                return new Attempt.Done<>(new ChangeOutcome.Refused(refusal.get()));
            }
            Layer changed = layer.with(change.apply(layer, now));
            return changed.equals(layer) ? new Attempt.Done<>(new ChangeOutcome.Changed(layer)) : write(layer, changed);
        }

        private Attempt<ChangeOutcome> write(Layer before, Layer after) {
            ItemUpdate update = Lifetimes.write(Attributes.cause(new ItemUpdate(), cause), key, after.lifetime())
                    .onlyIf(Lifetimes.unchanged(before));
            return switch (dynamo.update(table, key.attributes(), update)) {
                case Write.Applied _ -> new Attempt.Done<>(new ChangeOutcome.Changed(after));
                case Write.Refused(Optional<Item> current) -> new Attempt.Overtaken<>(() -> from(current));
            };
        }
    }

    private static Optional<Reason> ended(Layer layer, Instant now) {
        return switch (layer.status()) {
            case DELETED -> Optional.of(Reason.ALREADY_DELETED);
            case DELETE_FAILED -> Optional.of(Reason.DELETE_FAILED);
            case LATEST, DEPRECATED -> layer.isExpired(now) ? Optional.of(Reason.LAYER_EXPIRED) : Optional.empty();
        };
    }

    /** Refuses versions without an expiry that could be changed. */
    private static Optional<Reason> unlimited(Layer layer, Instant now) {
        if (layer.status() == DeployStatus.LATEST) {
            return Optional.of(Reason.LATEST_VERSION);
        }
        if (layer.lifetime().isHeld(now)) {
            return Optional.of(Reason.LAYER_HELD);
        }
        boolean kept =
                layer.status() == DeployStatus.DEPRECATED && layer.expires().isEmpty();
        return kept ? Optional.of(Reason.LAYER_KEPT) : ended(layer, now);
    }
}
