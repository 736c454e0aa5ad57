package dev.backplane.pool.events;

import static dev.backplane.pool.store.Attributes.ACCOUNT;
import static dev.backplane.pool.store.Attributes.ACTOR;
import static dev.backplane.pool.store.Attributes.AMOUNT;
import static dev.backplane.pool.store.Attributes.AS_OF;
import static dev.backplane.pool.store.Attributes.AT_LIMIT;
import static dev.backplane.pool.store.Attributes.BUDGET;
import static dev.backplane.pool.store.Attributes.CREATED;
import static dev.backplane.pool.store.Attributes.CREATED_BY;
import static dev.backplane.pool.store.Attributes.CURRENCY;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.ENDED;
import static dev.backplane.pool.store.Attributes.ENDED_BY;
import static dev.backplane.pool.store.Attributes.END_REASON;
import static dev.backplane.pool.store.Attributes.EXPIRES;
import static dev.backplane.pool.store.Attributes.EXTENDED_BY;
import static dev.backplane.pool.store.Attributes.MEMBERS;
import static dev.backplane.pool.store.Attributes.MEMBERS_BY;
import static dev.backplane.pool.store.Attributes.NOTE;
import static dev.backplane.pool.store.Attributes.THRESHOLD;
import static dev.backplane.pool.store.Attributes.USER;
import static dev.backplane.pool.store.Attributes.WARNED;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.json.JsonValue;
import dev.backplane.platform.json.JsonValue.Arr;
import dev.backplane.platform.json.JsonValue.Obj;
import dev.backplane.platform.json.JsonValue.Text;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.pool.PoolSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The events of leases: each from one change of a lease, of its record, or of a record of its budget. */
final class LeaseEvents {

    private LeaseEvents() {}

    /** Returns the event of a change of a lease; a write changes its expiry, its members or its warnings. */
    static Optional<DomainEvent> ofLease(String id, StreamRecord record) {
        Item before = record.oldItem().orElse(Item.EMPTY);
        Optional<Item> after = record.newItem();
        // The end of a lease is published from its record.
        return after.flatMap(lease -> {
            if (record.oldItem().isEmpty()) {
                return Optional.of(about(event("LeaseCreated", record), id, lease)
                        .actor(lease.findActor(CREATED_BY))
                        .build());
            }
            if (!expiry(before).equals(expiry(lease))) {
                return Optional.of(about(event("LeaseExtended", record), id, lease)
                        .with("previousExpiresAt", expiry(before))
                        .actor(lease.findActor(EXTENDED_BY))
                        .build());
            }
            return membersChanged(id, record, before, lease).or(() -> expiring(id, record, before, lease));
        });
    }

    private static Optional<DomainEvent> membersChanged(String id, StreamRecord record, Item before, Item lease) {
        NavigableSet<String> old = new TreeSet<>(before.texts(MEMBERS));
        NavigableSet<String> members = new TreeSet<>(lease.texts(MEMBERS));
        return members.equals(old)
                ? Optional.empty()
                : Optional.of(about(event("LeaseMembersChanged", record), id, lease)
                        .with("members", texts(members))
                        .with("added", texts(without(members, old)))
                        .with("removed", texts(without(old, members)))
                        .actor(lease.findActor(MEMBERS_BY))
                        .build());
    }

    private static NavigableSet<String> without(NavigableSet<String> all, NavigableSet<String> some) {
        NavigableSet<String> rest = new TreeSet<>(all);
        rest.removeAll(some);
        return rest;
    }

    /** Returns the event of a lead time that the sweeper marked; it marks one at a time. */
    private static Optional<DomainEvent> expiring(String id, StreamRecord record, Item before, Item lease) {
        List<Long> known = before.numbers(WARNED);
        return lease.numbers(WARNED).stream()
                .filter(lead -> !known.contains(lead))
                .min(Long::compare)
                .map(lead -> about(event("LeaseExpiring", record), id, lease)
                        .with("leadMinutes", lead)
                        .with(
                                "members",
                                texts(lease.texts(MEMBERS).stream().sorted().toList()))
                        .actor(Optional.of(LeaseSweeperHandler.ACTOR))
                        .build());
    }

    /** Returns the event of a new record, or of one that replaces the record of an earlier end. */
    static Optional<DomainEvent> ofHistory(String id, StreamRecord record) {
        Optional<String> published = record.oldItem().flatMap(item -> item.findText(ENDED));
        return record.newItem()
                .filter(item -> !item.findText(ENDED).equals(published))
                .map(lease -> about(event("LeaseEnded", record), id, lease)
                        .with("endedAt", lease.text(ENDED))
                        .with("reason", lease.text(END_REASON))
                        .with("note", lease.findText(NOTE))
                        .actor(lease.findActor(ENDED_BY))
                        .build());
    }

    /**
     * Returns the event of a part of a budget that a lease reached.
     *
     * @param id the id of the lease and the part, see {@code PoolKey}
     */
    static Optional<DomainEvent> ofBudget(String id, StreamRecord record) {
        Optional<String> published = record.oldItem().flatMap(item -> item.findText(CREATED));
        // Only a later lease with the same id can reach the same part again.
        return record.newItem()
                .filter(item ->
                        record.oldItem().isEmpty() || !item.findText(CREATED).equals(published))
                .map(reached -> about(event("LeaseBudgetReached", record), id.substring(0, id.indexOf('#')), reached)
                        .with("threshold", reached.number(THRESHOLD))
                        .with("amount", reached.text(AMOUNT))
                        .with("asOf", reached.text(AS_OF))
                        .with("budget", budget(reached.map(BUDGET)))
                        .actor(reached.findActor(ACTOR))
                        .build());
    }

    private static JsonValue budget(Item budget) {
        Map<String, JsonValue> members = new TreeMap<>();
        members.put("amount", new Text(budget.text(AMOUNT)));
        members.put("currency", new Text(budget.text(CURRENCY)));
        members.put("atLimit", new Text(budget.text(AT_LIMIT)));
        return new Obj(members);
    }

    private static JsonValue texts(Iterable<String> values) {
        List<JsonValue> all = new ArrayList<>();
        values.forEach(value -> all.add(new Text(value)));
        return new Arr(all);
    }

    private static DomainEvent.Builder event(String type, StreamRecord record) {
        return record.event(PoolSettings.SERVICE, type);
    }

    private static Optional<String> expiry(Item lease) {
        return lease.map(DATA).findText(EXPIRES);
    }

    private static DomainEvent.Builder about(DomainEvent.Builder event, String id, Item lease) {
        Item data = lease.map(DATA);
        return event.with("leaseId", id)
                .with("accountId", data.text(ACCOUNT))
                .with("userId", data.text(USER))
                .with("createdAt", lease.findText(CREATED))
                .with("expiresAt", data.findText(EXPIRES));
    }
}
