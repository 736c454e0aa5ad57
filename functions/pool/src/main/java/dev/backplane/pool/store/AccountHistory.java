package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.pool.store.Attributes.ACTOR;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.REASON;
import static dev.backplane.pool.store.Attributes.SINCE;
import static dev.backplane.pool.store.Attributes.TTL;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.HistoryEntry;
import dev.backplane.pool.HoldChange;
import dev.backplane.pool.PoolSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The last changes of each account, oldest first, written by the function that reads the stream. */
public final class AccountHistory {

    /** The number of changes that are kept. */
    public static final int LENGTH = 50;

    private static final String VERSION = "version";
    private static final String EVENT = "event";
    private static final String AT = "at";
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final String LEASE = "lease";
    private static final String ATTEMPT = "attempt";
    private static final String HOLD = "hold";

    private final Dynamo dynamo;
    private final String table;
    private final PoolReader reader;

    AccountHistory(Dynamo dynamo, PoolSettings settings) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.reader = new PoolReader(dynamo, settings);
    }

    /** Returns the changes of an account, oldest first; empty when none was ever recorded. */
    public Optional<List<HistoryEntry>> read(AccountId id) {
        return reader.item(PoolKey.historyOf(id))
                .map(item -> values(item).stream()
                        .flatMap(value -> new Item(value.m()).read(AccountHistory::toEntry).stream())
                        .toList());
    }

    /** Returns who removed an account, and why. */
    public Optional<Cause> causeOfRemoval(AccountId id, Item removed) {
        return reader.item(PoolKey.removalOf(id))
                // The record may be one of an earlier or a later removal of the same account.
                .filter(record -> record.findText(SINCE).equals(removed.findText(SINCE)))
                .flatMap(AccountRows::causeIn);
    }

    /** Returns what happened to the hold of an account, if anything. */
    public static Optional<HoldChange> holdChange(Item before, Item after) {
        Item old = before.map(Attributes.HOLD);
        Item hold = after.map(Attributes.HOLD);
        if (hold.equals(old)) {
            return Optional.empty();
        }
        if (hold.attributes().isEmpty()) {
            return Optional.of(HoldChange.RELEASED);
        }
        return Optional.of(hold.flag(Attributes.QUARANTINE) ? HoldChange.QUARANTINED : HoldChange.HELD);
    }

    /** Returns when, by whom and why the hold of an account was last changed, according to its item. */
    public static Item holdRecord(Item account, HoldChange change) {
        return account.map(change == HoldChange.RELEASED ? Attributes.RELEASED : Attributes.HOLD);
    }

    /** Returns who made the last change of an account's item. */
    public static Optional<Cause> causeOf(Item account) {
        return AccountRows.causeIn(account);
    }

    /** Records a change; one that was recorded before is not recorded again. */
    public void record(AccountId id, HistoryEntry entry) {
        dynamo.retry().run(() -> attempt(id, entry));
    }

    /** Adds a change to the values as they are stored, so that damaged ones are kept too. */
    private Attempt<Boolean> attempt(AccountId id, HistoryEntry entry) {
        Optional<Item> current = reader.item(PoolKey.historyOf(id));
        List<AttributeValue> values =
                new ArrayList<>(current.map(AccountHistory::values).orElse(List.of()));
        AttributeValue event = Values.text(entry.eventId());
        if (values.stream().anyMatch(value -> event.equals(value.m().get(EVENT)))) {
            return new Attempt.Done<>(false);
        }
        values.add(toValue(entry));
        long version = current.flatMap(item -> item.findNumber(VERSION)).orElse(0L);
        Map<String, AttributeValue> next = new HashMap<>();
        next.put(PK, Values.text(PoolKey.historyOf(id).toString()));
        next.put(DATA, AttributeValue.fromL(values.subList(Math.max(0, values.size() - LENGTH), values.size())));
        next.put(VERSION, Values.number(version + 1));
        if (entry.to().isEmpty()) {
            // The history of a removed account expires, unless the account is added again before that.
            next.put(TTL, Values.number(entry.at().plus(EndedLease.RETENTION).getEpochSecond()));
        }
        Optional<AttributeValue> read = current.map(item -> item.attributes().get(VERSION));
        Write write = dynamo.put(table, new Item(next), equal(VERSION, read));
        return write instanceof Write.Applied ? new Attempt.Done<>(true) : new Attempt.Lost<>();
    }

    private static AttributeValue toValue(HistoryEntry entry) {
        return AttributeValue.fromM(Item.builder()
                .text(EVENT, entry.eventId())
                .text(AT, Times.format(entry.at()))
                .text(FROM, entry.from())
                .text(TO, entry.to())
                .text(LEASE, entry.lease())
                .text(ATTEMPT, entry.attempt())
                .text(HOLD, entry.hold().map(HoldChange::value))
                .text(ACTOR, entry.cause().map(cause -> cause.actor().text()))
                .text(REASON, entry.cause().flatMap(Cause::reason))
                .build()
                .attributes());
    }

    private static List<AttributeValue> values(Item item) {
        AttributeValue data = item.attributes().get(DATA);
        return data == null ? List.of() : data.l();
    }

    private static HistoryEntry toEntry(Item item) {
        return new HistoryEntry(
                item.text(EVENT),
                Times.parseAnyForm(item.text(AT)),
                item.findText(FROM),
                item.findText(TO),
                item.findText(LEASE),
                item.findText(ATTEMPT),
                item.findText(HOLD).map(HoldChange::parse),
                AccountRows.causeIn(item));
    }
}
