package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.PK;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.Ids;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
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
 * Verifies the whole pool while it is in use, in parts that each fit into the time limit.
 *
 * <p>First come the leases and accounts in lists, in the order of their ids. Items that are in no list can only be
 * found by a scan, which comes last. {@link ItemVerifier} verifies the items.
 */
public final class PoolVerifier {

    /** The time after which a part starts no more work; the function's timeout is more than twice as long. */
    static final Duration TIME = Duration.ofSeconds(4);

    private static final int BATCH = 100;

    private static final String FILTER =
            "begins_with(pk, :accounts) OR begins_with(pk, :leases) OR begins_with(pk, :users)"
                    + " OR begins_with(pk, :accountLists) OR begins_with(pk, :leaseLists)"
                    + " OR begins_with(pk, :labelLists)";

    private final Dynamo dynamo;
    private final PoolSettings settings;
    private final Clock clock;
    private final Ids ids;
    private final Duration time;

    PoolVerifier(Dynamo dynamo, PoolSettings settings, Platform platform, Duration time) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.clock = platform.clock();
        this.ids = platform.ids();
        this.time = time;
    }

    /** The phases of a verification, in order; leases first, because they determine accounts and users. */
    enum Phase {
        LEASES,
        ACCOUNTS,
        UNLISTED
    }

    /**
     * The position at which a part begins.
     *
     * @param after the id or key of the last item before it; empty at the beginning of the phase
     */
    public record Position(Phase phase, String after) {

        static final Position START = new Position(Phase.LEASES, "");

        /**
         * Parses the result of {@link #toString}.
         *
         * @throws InvalidValueException if the text is not a position
         */
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
     * Verifies one part of the pool, and repairs it if requested.
     *
     * @param repairer who repairs it; empty to report only
     * @param from the position that the previous part returned
     * @throws Unavailable if other callers kept changing the pool before anything could be verified
     */
    public Verification verify(Optional<Actor> repairer, Optional<Position> from) {
        Optional<Repairer> by = repairer.map(actor -> new Repairer(Cause.of(actor), clock, ids, settings.cleaning()));
        Part part = new Part(new ItemVerifier(dynamo, settings, clock, by, time));
        // Reads and repairs that conflict with other writers share the time budget of one retry.
        return dynamo.retry().run(() -> new Attempt.Done<>(part.verify(from.orElse(Position.START))));
    }

    /** One part and its progress. */
    private final class Part {

        private final ItemVerifier items;
        private Phase phase = Phase.LEASES;
        private Optional<Position> reached = Optional.empty();

        Part(ItemVerifier items) {
            this.items = items;
        }

        Verification verify(Position start) {
            try {
                // Lists are repaired first, because an id cannot be added to a list that is not a string set.
                Map<PoolKey, Item> lists = items.readLists();
                items.verify(items.listings().lists(), lists, _ -> {});
                if (items.repaired() > 0) {
                    lists = items.readLists();
                }
                boolean done = verifyPhases(start, lists, items.listings());
                return result(done ? Optional.empty() : reached);
            } catch (Unavailable e) {
                if (reached.isEmpty()) {
                    throw e;
                }
                Invocation.recordFailure(e);
                return result(reached);
            }
        }

        private Verification result(Optional<Position> next) {
            return new Verification(
                    List.copyOf(items.findings()), items.repaired(), items.checked(), next.map(Position::toString));
        }

        /** Verifies everything after a position; returns whether it reached the end. */
        private boolean verifyPhases(Position start, Map<PoolKey, Item> lists, Listings listed) {
            for (Phase next : Phase.values()) {
                phase = next;
                String after = next == start.phase() ? start.after() : "";
                boolean done = next.compareTo(start.phase()) < 0
                        || switch (next) {
                            case LEASES -> verifyListed(PoolKey.Kind.LEASE, listed.leases(), after, lists);
                            case ACCOUNTS -> verifyListed(PoolKey.Kind.ACCOUNT, listed.accounts(), after, lists);
                            case UNLISTED -> verifyUnlisted(after, lists, listed);
                        };
                if (!done) {
                    return false;
                }
            }
            return true;
        }

        /** Verifies the items in lists after an id; returns whether it reached the end. */
        private boolean verifyListed(
                PoolKey.Kind kind, NavigableSet<String> ids, String after, Map<PoolKey, Item> lists) {
            List<PoolKey> left = (after.isEmpty() ? ids : ids.tailSet(after, false))
                    .stream().map(id -> new PoolKey(kind, id)).toList();
            return verifyAll(left, lists, key -> reached(key.id()));
        }

        /** Verifies the items in no list after a key; returns whether it reached the end of the table. */
        private boolean verifyUnlisted(String after, Map<PoolKey, Item> lists, Listings listed) {
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
                if (!verifyAll(subjects, known, key -> reached(key.toString()))) {
                    return false;
                }
                if (rows.last().isEmpty()) {
                    return true;
                }
                from = rows.last().get().getOrDefault(PK, Values.text("")).s();
                reached(from);
                if (items.isDone()) {
                    return false;
                }
            }
        }

        private void reached(String after) {
            reached = Optional.of(new Position(phase, after));
        }

        private boolean verifyAll(List<PoolKey> subjects, Map<PoolKey, Item> known, Consumer<PoolKey> progress) {
            for (int from = 0; from < subjects.size(); from += BATCH) {
                List<PoolKey> batch = subjects.subList(from, Math.min(from + BATCH, subjects.size()));
                if (!items.verify(batch, known, progress)) {
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
                        ":leaseLists", Values.text(PoolKey.Kind.LEASE_STATUS.prefix()),
                        ":labelLists", Values.text(PoolKey.Kind.ACCOUNT_LABEL.prefix())))
                .exclusiveStartKey(start));
    }
}
