package dev.backplane.pool.events;

import static dev.backplane.pool.store.Attributes.ACTOR;
import static dev.backplane.pool.store.Attributes.ATTEMPTS;
import static dev.backplane.pool.store.Attributes.ATTEMPT_ID;
import static dev.backplane.pool.store.Attributes.AVAILABLE_IN_ALL;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.NAME;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.REASON;
import static dev.backplane.pool.store.Attributes.REMOVED;
import static dev.backplane.pool.store.Attributes.SINCE;

import dev.backplane.platform.Actor;
import dev.backplane.platform.FunctionName;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.AccountHistory;
import dev.backplane.pool.store.PoolKey;
import java.util.Optional;

/**
 * Publishes events of accounts and leases, each from one change of one item.
 *
 * <p>The end of a lease and the removal of an account are published from the record that is kept of them, because the
 * stream record of a deletion does not contain who deleted and why. So the first and the last event of a lease come from
 * two items, and may arrive in any order.
 */
public final class PoolStreamHandler extends EventForwarder {

    private static final PoolKey AVAILABLE = PoolKey.of(AccountState.AVAILABLE);

    // The change of the list does not tell who made it; this function noticed it.
    private static final Actor SELF = Actor.system(FunctionName.of(PoolStreamHandler.class));

    private final int lowThreshold;

    public PoolStreamHandler() {
        this(Platform.lambda());
    }

    public PoolStreamHandler(Platform platform) {
        super(platform, PoolSettings.SERVICE);
        this.lowThreshold = PoolSettings.lowThreshold(platform.settings());
    }

    @Override
    protected Optional<DomainEvent> eventOf(StreamRecord record) {
        Optional<Item> before = record.oldItem();
        Optional<Item> after = record.newItem();
        return PoolKey.find(record.key(PK)).flatMap(key -> switch (key.kind()) {
            case ACCOUNT -> account(key.id(), record, before, after);
            case LEASE -> LeaseEvents.ofLease(key.id(), record);
            case LEASE_HISTORY -> LeaseEvents.ofHistory(key.id(), record);
            case LEASE_BUDGET -> LeaseEvents.ofBudget(key.id(), record);
            case ACCOUNT_STATUS -> key.equals(AVAILABLE) ? low(record, before, after) : none();
            case ACCOUNT_REMOVED -> removed(key.id(), record, before, after);
            case ACCOUNT_CLEANUPS -> CleanupEvents.of(key.id(), record, before, after);
            case USER,
                    LEASE_STATUS,
                    LEASE_ENDS,
                    ACCOUNT_LABEL,
                    ACCOUNT_LABELS,
                    ACCOUNT_HISTORY,
                    ACCOUNT_REVOCATIONS,
                    LEASE_TEMPLATE,
                    LEASE_TEMPLATES -> none();
        });
    }

    private static DomainEvent.Builder event(String type, StreamRecord record) {
        return record.event(PoolSettings.SERVICE, type);
    }

    private static Optional<DomainEvent> none() {
        return Optional.empty();
    }

    private static Optional<DomainEvent> account(
            String id, StreamRecord record, Optional<Item> before, Optional<Item> after) {
        Optional<String> from = before.map(item -> item.text(DATA));
        Optional<String> to = after.map(item -> item.text(DATA));
        // The removal of an account is published from the record that is kept of it.
        if (after.isEmpty()) {
            return Optional.empty();
        }
        Optional<DomainEvent> hold = before.flatMap(old -> hold(id, record, old, after.get()));
        if (hold.isPresent() || from.equals(to)) {
            return hold;
        }
        return typeOf(from, to.orElseThrow()).map(type -> {
            DomainEvent.Builder event =
                    event(type, record).with("accountId", id).with("from", from).with("to", to);
            Item item = after.get();
            event.with("name", item.findText(NAME));
            event.with("at", item.findText(SINCE));
            event.with("attemptId", item.findText(ATTEMPT_ID));
            item.findNumber(ATTEMPTS).ifPresent(attempts -> event.with("attempt", attempts));
            return event.actor(item.findActor(ACTOR))
                    .reason(item.findText(REASON))
                    .build();
        });
    }

    /** Returns the event of a hold; a change of the state in the same record has no event of its own. */
    private static Optional<DomainEvent> hold(String id, StreamRecord record, Item before, Item after) {
        return AccountHistory.holdChange(before, after).map(change -> {
            Item hold = AccountHistory.holdRecord(after, change);
            return event(
                            switch (change) {
                                case HELD -> "AccountHeld";
                                case QUARANTINED -> "AccountQuarantined";
                                case RELEASED -> "AccountReleased";
                            },
                            record)
                    .with("accountId", id)
                    .with("status", after.findText(DATA))
                    .with("name", after.findText(NAME))
                    .with("at", hold.findText(SINCE))
                    // The attempt to clean the account, or its lease, that the hold has ended.
                    .with("leaseId", after.findText(LEASE_ID).or(() -> before.findText(LEASE_ID)))
                    .with("attemptId", before.findText(ATTEMPT_ID))
                    .actor(hold.findActor(ACTOR))
                    .reason(hold.findText(REASON))
                    .build();
        });
    }

    private static Optional<DomainEvent> removed(
            String id, StreamRecord record, Optional<Item> before, Optional<Item> after) {
        Optional<String> published = before.flatMap(item -> item.findText(REMOVED));
        return after.filter(item -> !item.findText(REMOVED).equals(published))
                .map(item -> event("AccountRemoved", record)
                        .with("accountId", id)
                        .with("from", item.findText(DATA))
                        .with("name", item.findText(NAME))
                        .with("at", item.findText(REMOVED))
                        .actor(item.findActor(ACTOR))
                        .reason(item.findText(REASON))
                        .build());
    }

    /** Returns the type of the event; for accounts that were leased or became dirty, the lease has the event. */
    private static Optional<String> typeOf(Optional<String> from, String to) {
        if (from.isEmpty()) {
            return Optional.of("AccountAdded");
        }
        return switch (AccountState.parse(to)) {
            case AVAILABLE -> Optional.of("AccountAvailable");
            case CLEANING -> Optional.of("AccountCleanupRequested");
            case FAILED -> Optional.of("AccountFailed");
            case INITIAL, LEASED, DIRTY -> Optional.empty();
        };
    }

    /** Returns the number of available accounts: as the sweeper stored it if the list has shards, else by the list. */
    private static long available(Item list) {
        return list.findNumber(AVAILABLE_IN_ALL)
                .orElseGet(() -> (long) list.texts(DATA).size());
    }

    private Optional<DomainEvent> low(StreamRecord record, Optional<Item> before, Optional<Item> after) {
        long was = available(before.orElse(Item.EMPTY));
        long is = available(after.orElse(Item.EMPTY));
        return was >= lowThreshold && is < lowThreshold
                ? Optional.of(event("PoolLow", record)
                        .with("available", is)
                        .with("threshold", lowThreshold)
                        .actor(Optional.of(SELF))
                        .build())
                : Optional.empty();
    }
}
