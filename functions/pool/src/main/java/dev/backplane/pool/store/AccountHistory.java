package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.TTL;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Retry.Attempt;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.HistoryEntry;
import dev.backplane.pool.PoolSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The last changes of each account, oldest first, written by the function that follows the table. */
public final class AccountHistory {

    /** How many changes are kept. */
    public static final int LENGTH = 50;

    private static final String VERSION = "version";
    private static final String EVENT = "event";
    private static final String AT = "at";
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final String LEASE = "lease";
    private static final String ATTEMPT = "attempt";

    private final Dynamo dynamo;
    private final String table;
    private final Reads reads;

    AccountHistory(Dynamo dynamo, PoolSettings settings) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.reads = new Reads(dynamo, settings);
    }

    /** Returns the changes of an account, oldest first; empty when none was ever recorded. */
    public Optional<List<HistoryEntry>> read(AccountId id) {
        return reads.item(PoolKey.historyOf(id)).map(AccountHistory::entries);
    }

    /** Records a change; one that was recorded before is not recorded again. */
    public void record(AccountId id, HistoryEntry entry) {
        dynamo.retry().run(() -> attempt(id, entry));
    }

    private Attempt<Boolean> attempt(AccountId id, HistoryEntry entry) {
        Optional<Item> current = reads.item(PoolKey.historyOf(id));
        List<HistoryEntry> entries =
                new ArrayList<>(current.map(AccountHistory::entries).orElse(List.of()));
        if (entries.stream().anyMatch(known -> known.eventId().equals(entry.eventId()))) {
            return new Attempt.Done<>(false);
        }
        entries.add(entry);
        long version = current.flatMap(item -> item.findNumber(VERSION)).orElse(0L);
        Item next = toItem(id, entries.subList(Math.max(0, entries.size() - LENGTH), entries.size()), version + 1);
        Write write = dynamo.put(table, next, absent(PK).or(equal(VERSION, Values.number(version))));
        return write instanceof Write.Applied ? new Attempt.Done<>(true) : new Attempt.Lost<>();
    }

    /** The record of an account that left the pool is kept for a while, and for good if it comes back. */
    private static Item toItem(AccountId id, List<HistoryEntry> entries, long version) {
        Map<String, AttributeValue> item = new HashMap<>();
        item.put(PK, Values.text(PoolKey.historyOf(id).toString()));
        item.put(
                DATA,
                AttributeValue.fromL(
                        entries.stream().map(AccountHistory::toValue).toList()));
        item.put(VERSION, Values.number(version));
        HistoryEntry last = entries.getLast();
        if (last.to().isEmpty()) {
            item.put(TTL, Values.number(last.at().plus(EndedLease.KEPT).getEpochSecond()));
        }
        return new Item(item);
    }

    private static AttributeValue toValue(HistoryEntry entry) {
        return AttributeValue.fromM(Item.builder()
                .text(EVENT, entry.eventId())
                .text(AT, Times.format(entry.at()))
                .text(FROM, entry.from())
                .text(TO, entry.to())
                .text(LEASE, entry.lease())
                .text(ATTEMPT, entry.attempt())
                .build()
                .attributes());
    }

    private static List<HistoryEntry> entries(Item item) {
        AttributeValue data = item.attributes().get(DATA);
        return data == null
                ? List.of()
                : data.l().stream().map(value -> toEntry(new Item(value.m()))).toList();
    }

    private static HistoryEntry toEntry(Item item) {
        return new HistoryEntry(
                item.text(EVENT),
                Times.parse(item.text(AT)),
                item.findText(FROM),
                item.findText(TO),
                item.findText(LEASE),
                item.findText(ATTEMPT));
    }
}
