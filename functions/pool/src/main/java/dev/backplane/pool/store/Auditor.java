package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.PK;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Rows;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.log.Invocation;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Verification;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Checks that everything in the pool fits together, while it is in use, in parts that each end in time.
 *
 * <p>First come the leases and accounts that lists name, by their keys. What no list names can only be found by a scan,
 * which comes last and looks at nothing else. Whatever looks wrong counts only if it still does when all that it is
 * about is read in one moment, see {@link Inspection}.
 */
public final class Auditor {

    /** After so long no more work is begun; a function has more than twice as much. */
    static final Duration TIME = Duration.ofSeconds(4);

    private static final int BATCH = 100;

    private static final String FILTER =
            "begins_with(pk, :accounts) OR begins_with(pk, :leases) OR begins_with(pk, :users)"
                    + " OR begins_with(pk, :accountLists) OR begins_with(pk, :leaseLists)";

    private final Dynamo dynamo;
    private final PoolSettings settings;
    private final Clock clock;
    private final Duration time;

    Auditor(Dynamo dynamo, PoolSettings settings, Clock clock, Duration time) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = clock;
        this.time = time;
    }

    /** The phases of a verification, in order; leases first, because accounts and users follow from them. */
    enum Phase {
        LEASES,
        ACCOUNTS,
        UNLISTED
    }

    /**
     * Where a part begins.
     *
     * @param after the key of the last item before it; empty at the beginning of the phase
     */
    public record Position(Phase phase, String after) {

        static final Position START = new Position(Phase.LEASES, "");

        /** Reads what {@link #toString} prints; anything else is no position. */
        public static Position parse(String text) {
            int end = text.indexOf(' ');
            String name = end < 0 ? "" : text.substring(0, end);
            return Arrays.stream(Phase.values())
                    .filter(phase -> phase.name().equals(name))
                    .map(phase -> new Position(phase, text.substring(end + 1)))
                    .findFirst()
                    .orElseThrow(() -> new InvalidValueException("not a position"));
        }

        @Override
        public String toString() {
            return phase + " " + after;
        }
    }

    /**
     * Looks at one part of the pool, and mends what it finds if it is told to.
     *
     * @param from what the part before said of the next one
     * @throws Unavailable when others kept changing the pool before anything could be checked
     */
    public Verification verify(boolean repair, Optional<Position> from) {
        return new Part(new Inspection(dynamo, settings, clock, repair, time)).verify(from.orElse(Position.START));
    }

    /** One part, and how far it has come. */
    private final class Part {

        private final Inspection inspection;
        private Phase phase = Phase.LEASES;
        private Optional<Position> reached = Optional.empty();

        Part(Inspection inspection) {
            this.inspection = inspection;
        }

        Verification verify(Position start) {
            try {
                // No id can be added to a list of the wrong form, so lists are mended before all else.
                Map<PoolKey, Item> lists = inspection.readLists();
                inspection.check(inspection.listings().shards().all(), lists, _ -> {});
                if (inspection.repaired() > 0) {
                    lists = inspection.readLists();
                }
                boolean done = work(start, lists, inspection.listings());
                return result(done ? Optional.empty() : reached);
            } catch (Unavailable e) {
                if (reached.isEmpty()) {
                    throw e;
                }
                Invocation.survived(e);
                return result(reached);
            }
        }

        private Verification result(Optional<Position> next) {
            return new Verification(
                    List.copyOf(inspection.findings()),
                    inspection.repaired(),
                    inspection.checked(),
                    next.map(Position::toString));
        }

        private boolean work(Position start, Map<PoolKey, Item> lists, Listings listed) {
            for (Phase next : Phase.values()) {
                phase = next;
                String after = next == start.phase() ? start.after() : "";
                boolean done = next.compareTo(start.phase()) < 0
                        || switch (next) {
                            case LEASES -> named(PoolKey.Kind.LEASE, listed.leases(), after, lists);
                            case ACCOUNTS -> named(PoolKey.Kind.ACCOUNT, listed.accounts(), after, lists);
                            case UNLISTED -> unlisted(after, lists, listed);
                        };
                if (!done) {
                    return false;
                }
            }
            return true;
        }

        /** Checks what lists name, after an id; says whether it came to the end. */
        private boolean named(PoolKey.Kind kind, NavigableSet<String> ids, String after, Map<PoolKey, Item> lists) {
            List<PoolKey> left = (after.isEmpty() ? ids : ids.tailSet(after, false))
                    .stream().map(id -> new PoolKey(kind, id)).toList();
            return checkAll(left, lists, key -> reached(key.id()));
        }

        /** Checks what no list names, after a key; says whether it came to the end of the table. */
        private boolean unlisted(String after, Map<PoolKey, Item> lists, Listings listed) {
            String from = after;
            while (true) {
                Rows rows = scan(from);
                Map<PoolKey, Item> known = new HashMap<>(lists);
                List<PoolKey> subjects = new ArrayList<>();
                for (Item item : rows.items()) {
                    PoolKey key = PoolKey.find(item.text(PK)).orElseThrow();
                    known.put(key, item);
                    if (!listed.name(key) && !lists.containsKey(key)) {
                        subjects.add(key);
                    }
                }
                if (!checkAll(subjects, known, key -> reached(key.toString()))) {
                    return false;
                }
                if (rows.last().isEmpty()) {
                    return true;
                }
                from = rows.last().get().getOrDefault(PK, Values.text("")).s();
                reached(from);
                if (inspection.isOver()) {
                    return false;
                }
            }
        }

        private void reached(String after) {
            reached = Optional.of(new Position(phase, after));
        }

        private boolean checkAll(List<PoolKey> subjects, Map<PoolKey, Item> known, Consumer<PoolKey> progress) {
            for (int at = 0; at < subjects.size(); at += BATCH) {
                List<PoolKey> batch = subjects.subList(at, Math.min(at + BATCH, subjects.size()));
                if (!inspection.check(batch, known, progress)) {
                    return false;
                }
            }
            return true;
        }
    }

    private Rows scan(String after) {
        Map<String, AttributeValue> start = after.isEmpty() ? null : Map.of(PK, Values.text(after));
        return dynamo.scan(scan -> scan.tableName(settings.table())
                .consistentRead(true)
                .filterExpression(FILTER)
                .expressionAttributeValues(Map.of(
                        ":accounts", Values.text(PoolKey.Kind.ACCOUNT.prefix()),
                        ":leases", Values.text(PoolKey.Kind.LEASE.prefix()),
                        ":users", Values.text(PoolKey.Kind.USER.prefix()),
                        ":accountLists", Values.text(PoolKey.Kind.ACCOUNT_STATUS.prefix()),
                        ":leaseLists", Values.text(PoolKey.Kind.LEASE_STATUS.prefix())))
                .exclusiveStartKey(start));
    }
}
