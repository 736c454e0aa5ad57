package dev.backplane.layers.store;

import static dev.backplane.layers.store.Attributes.DUE;
import static dev.backplane.layers.store.Attributes.DUE_GROUP;
import static dev.backplane.layers.store.Attributes.EXPIRES;
import static dev.backplane.layers.store.Attributes.HELD;
import static dev.backplane.layers.store.Attributes.HELD_ACTOR;
import static dev.backplane.layers.store.Attributes.HELD_EXPIRES;
import static dev.backplane.layers.store.Attributes.HELD_REASON;
import static dev.backplane.layers.store.Attributes.HELD_UNTIL;
import static dev.backplane.layers.store.Attributes.WARNED;
import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.atMost;
import static dev.backplane.platform.dynamo.Condition.equal;

import dev.backplane.layers.DeployStatus;
import dev.backplane.layers.ExpiryStep;
import dev.backplane.layers.Hold;
import dev.backplane.layers.Layer;
import dev.backplane.layers.Lifetime;
import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The attributes of a version's row that make up its lifetime. */
final class Lifetimes {

    /** All attributes of a lifetime. A row without them neither expires nor is in the index of due versions. */
    static final List<String> ATTRIBUTES =
            List.of(EXPIRES, WARNED, HELD, HELD_UNTIL, HELD_EXPIRES, HELD_ACTOR, HELD_REASON, DUE_GROUP, DUE);

    /** The attributes that no two lifetimes of a version share all of. */
    private static final List<String> STATE = List.of(EXPIRES, WARNED, HELD, HELD_UNTIL, HELD_EXPIRES);

    // A partition of an index takes 1,000 writes per second.
    private static final int GROUPS = 4;

    private Lifetimes() {}

    /** Returns the partitions of the index of due versions. */
    static List<String> groups() {
        return IntStream.range(0, GROUPS).mapToObj(Lifetimes::group).toList();
    }

    private static String group(int number) {
        return "due#" + number;
    }

    private static String groupOf(LayerKey key) {
        return group(Math.floorMod((LayerKey.partition(key.id()) + key.version()).hashCode(), GROUPS));
    }

    /**
     * Reads the lifetime of a row.
     *
     * @throws InvalidValueException if the row would not be written like this; conditions on it could never hold
     */
    static Lifetime of(Item row) {
        Lifetime lifetime = new Lifetime(
                row.findNumber(EXPIRES).map(Times::ofEpochSecond),
                row.findNumber(WARNED).map(ExpiryStep::at),
                row.findText(HELD).map(since -> hold(row, since)),
                row.findNumber(HELD_EXPIRES).map(Times::ofEpochSecond));
        Map<String, AttributeValue> stored = new TreeMap<>(row.attributes());
        stored.keySet().retainAll(STATE);
        Map<String, AttributeValue> expected = values(lifetime);
        expected.keySet().retainAll(STATE);
        if (!stored.equals(expected)) {
            throw new InvalidValueException("lifetime " + stored + " that cannot be read");
        }
        return lifetime;
    }

    private static Hold hold(Item row, String since) {
        return new Hold(
                Times.parse(since),
                row.findNumber(HELD_UNTIL).map(Times::ofEpochSecond),
                new Cause(Actor.parse(row.text(HELD_ACTOR)), row.findText(HELD_REASON)));
    }

    private static Map<String, AttributeValue> values(LayerKey key, Lifetime lifetime) {
        Map<String, AttributeValue> values = values(lifetime);
        lifetime.due().ifPresent(time -> {
            values.put(DUE_GROUP, Values.text(groupOf(key)));
            values.put(DUE, Values.text(Times.format(time)));
        });
        return values;
    }

    private static Map<String, AttributeValue> values(Lifetime lifetime) {
        Map<String, AttributeValue> values = new TreeMap<>();
        lifetime.expires().map(Lifetimes::seconds).ifPresent(time -> values.put(EXPIRES, time));
        lifetime.done().ifPresent(step -> values.put(WARNED, Values.number(step.daysLeft())));
        lifetime.heldExpires().map(Lifetimes::seconds).ifPresent(time -> values.put(HELD_EXPIRES, time));
        lifetime.hold().ifPresent(hold -> {
            values.put(HELD, Values.text(Times.format(hold.since())));
            hold.until().map(Lifetimes::seconds).ifPresent(time -> values.put(HELD_UNTIL, time));
            values.put(HELD_ACTOR, Values.text(hold.cause().actor().text()));
            hold.cause().reason().ifPresent(reason -> values.put(HELD_REASON, Values.text(reason)));
        });
        return values;
    }

    private static AttributeValue seconds(Instant time) {
        return Values.number(time.getEpochSecond());
    }

    static void write(Item.Builder item, LayerKey key, Lifetime lifetime) {
        values(key, lifetime).forEach(item::value);
    }

    /** Replaces a lifetime. */
    static ItemUpdate write(ItemUpdate update, LayerKey key, Lifetime lifetime) {
        Map<String, AttributeValue> values = values(key, lifetime);
        ATTRIBUTES.forEach(name -> update.setOrRemove(name, Optional.ofNullable(values.get(name))));
        return update;
    }

    /** Requires that a version still has the status and the lifetime that were read. */
    static Condition unchanged(Layer seen) {
        return unchanged(seen.status(), seen.lifetime());
    }

    /** Requires that a version has a status and a lifetime. */
    static Condition unchanged(DeployStatus status, Lifetime lifetime) {
        Map<String, AttributeValue> values = values(lifetime);
        return STATE.stream()
                .map(name -> equal(name, Optional.ofNullable(values.get(name))))
                .reduce(LayerRows.has(status), Condition::and);
    }

    /** Requires that no hold is active. */
    static Condition notHeld(Instant now) {
        return absent(HELD).or(atMost(HELD_UNTIL, seconds(now)));
    }
}
