package dev.backplane.pool.events;

import static dev.backplane.pool.store.Attributes.ATTEMPT_ID;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.SINCE;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.streams.RecordHandler;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.HistoryEntry;
import dev.backplane.pool.HoldChange;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.AccountHistory;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.Stores;
import java.time.Instant;
import java.util.Optional;

/** Records the history of each account from the stream, so that claims need not write it. */
public final class AccountHistoryHandler extends RecordHandler {

    private final AccountHistory history;

    public AccountHistoryHandler() {
        this(Platform.lambda());
    }

    public AccountHistoryHandler(Platform platform) {
        super(platform, PoolSettings.SERVICE);
        this.history = new Stores(platform).accountHistory();
    }

    @Override
    protected void handle(StreamRecord record) {
        PoolKey.find(record.key(PK))
                .filter(key -> key.kind() == PoolKey.Kind.ACCOUNT)
                .map(key -> new AccountId(key.id()))
                .ifPresent(id -> entry(id, record).ifPresent(entry -> history.record(id, entry)));
    }

    private static Optional<Instant> since(Item account) {
        return account.attributes().containsKey(SINCE)
                ? account.read(item -> Times.parseAnyForm(item.text(SINCE)))
                : Optional.empty();
    }

    private Optional<HistoryEntry> entry(AccountId id, StreamRecord record) {
        Item before = record.oldItem().orElse(Item.EMPTY);
        Item after = record.newItem().orElse(Item.EMPTY);
        Optional<String> from = before.findText(DATA);
        Optional<String> to = after.findText(DATA);
        Optional<HoldChange> hold = to.isPresent() ? AccountHistory.holdChange(before, after) : Optional.empty();
        // The account's own time and cause are those of its state.
        Item changed =
                hold.map(change -> AccountHistory.holdRecord(after, change)).orElse(after);
        return from.equals(to) && hold.isEmpty()
                ? Optional.empty()
                : Optional.of(new HistoryEntry(
                        record.eventId(),
                        since(changed).orElseGet(record::time),
                        from,
                        to,
                        // If the change ends a lease or a cleanup, only the old item names it.
                        after.findText(LEASE_ID).or(() -> before.findText(LEASE_ID)),
                        after.findText(ATTEMPT_ID).or(() -> before.findText(ATTEMPT_ID)),
                        hold,
                        to.isPresent() ? AccountHistory.causeOf(changed) : history.causeOfRemoval(id, before)));
    }
}
