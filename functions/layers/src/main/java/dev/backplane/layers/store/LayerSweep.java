package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.DUE;
import static dev.backplane.layers.store.Attributes.DUE_GROUP;
import static dev.backplane.layers.store.Attributes.PK;
import static dev.backplane.layers.store.Attributes.POSTPONED;
import static dev.backplane.layers.store.Attributes.SK;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.layers.ExpiryStep;
import dev.backplane.layers.Layer;
import dev.backplane.layers.Lifetime;
import dev.backplane.layers.Postponement;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemQuery;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Makes the changes of versions that are due: ends of holds, and the steps before an expiry.
 *
 * <p>Each change is one update of one row, on the condition that the row is as it was read. So two sweeps at the same
 * time, or one that is repeated, make each change once, and the stream has one record of it.
 */
public final class LayerSweep {

    private static final int ROWS_PER_PAGE = 100;

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final Postponement postponement;

    LayerSweep(Dynamo dynamo, String table, Clock clock, Postponement postponement) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
        this.postponement = postponement;
    }

    /**
     * The result of a sweep.
     *
     * @param changes the number of changes made
     * @param complete whether nothing was left for lack of time
     * @param failures of versions that the next sweep tries again
     */
    public record Report(int changes, boolean complete, List<RuntimeException> failures) {}

    /**
     * Makes all changes that are due.
     *
     * @param cause who ends a hold or postpones an expiry
     * @param hasTime whether there is time for another version
     */
    public Report run(Cause cause, BooleanSupplier hasTime) {
        Instant now = Times.now(clock);
        int changes = 0;
        List<RuntimeException> failures = new ArrayList<>();
        for (String group : Lifetimes.groups()) {
            Optional<Map<String, AttributeValue>> start = Optional.empty();
            do {
                Rows page = due(group, now, start);
                for (Item entry : page.items()) {
                    if (!hasTime.getAsBoolean()) {
                        return new Report(changes, false, failures);
                    }
                    try {
                        changes += settle(LayerKey.parse(entry.text(PK), entry.text(SK)), now, cause);
                    } catch (RuntimeException e) {
                        failures.add(e);
                    }
                }
                start = page.last();
            } while (start.isPresent());
        }
        return new Report(changes, true, failures);
    }

    private Rows due(String group, Instant now, Optional<Map<String, AttributeValue>> start) {
        return dynamo.query(ItemQuery.of(
                        table, equal(DUE_GROUP, Values.text(group)).and(atMost(DUE, Values.text(Times.format(now)))))
                .index(LayerStore.DUE)
                .limit(ROWS_PER_PAGE)
                .after(start));
    }

    /** Makes the changes of one version that are due, and returns their number. */
    private int settle(LayerKey key, Instant now, Cause cause) {
        Optional<Layer> next = dynamo.get(table, key.attributes()).map(LayerRows::toLayer);
        int changes = 0;
        while (next.isPresent()) {
            Layer layer = next.get();
            next = changed(layer, now, cause)
                    .filter(update -> dynamo.update(
                                    table, key.attributes(), update.change().onlyIf(Lifetimes.unchanged(layer)))
                            instanceof Write.Applied)
                    .map(update -> layer.with(update.lifetime()));
            changes += next.isPresent() ? 1 : 0;
        }
        return changes;
    }

    private record Update(Lifetime lifetime, ItemUpdate change) {}

    /** Returns the first change that is due; empty if none is. */
    private Optional<Update> changed(Layer layer, Instant now, Cause cause) {
        LayerKey key = new LayerKey(layer.id(), layer.version());
        Lifetime lifetime = layer.lifetime();
        Optional<Lifetime> afterHold = lifetime.afterHold(now);
        if (afterHold.isPresent()) {
            ItemUpdate released = Attributes.cause(new ItemUpdate(), cause);
            return Optional.of(new Update(afterHold.get(), Lifetimes.write(released, key, afterHold.get())));
        }
        return lifetime.dueStep(now).map(step -> {
            Lifetime done = lifetime.after(step);
            Optional<Lifetime> postponed = step == ExpiryStep.USAGE_CHECK
                    ? postponement.of(layer).map(time -> done.postponedBy(time, now))
                    : Optional.empty();
            ItemUpdate change = postponed
                    .map(_ -> Attributes.cause(new ItemUpdate(), cause).set(POSTPONED, Values.text(Times.format(now))))
                    .orElseGet(ItemUpdate::new);
            Lifetime next = postponed.orElse(done);
            return new Update(next, Lifetimes.write(change, key, next));
        });
    }
}
