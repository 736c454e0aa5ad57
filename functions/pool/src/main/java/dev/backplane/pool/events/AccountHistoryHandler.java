package dev.backplane.pool.events;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Times;
import dev.backplane.platform.streams.RecordHandler;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.HistoryEntry;
import dev.backplane.pool.store.AccountHistory;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.Stores;
import java.util.Optional;

/** Keeps the history of each account, after the fact, so that it is in the way of no claim. */
public final class AccountHistoryHandler extends RecordHandler {

    private static final String DATA = "data";

    private final AccountHistory history;

    public AccountHistoryHandler() {
        this(Platform.lambda());
    }

    public AccountHistoryHandler(Platform platform) {
        super(platform, PoolEvents.SERVICE);
        this.history = new Stores(platform).accountHistory();
    }

    @Override
    protected void handle(StreamRecord record) {
        PoolKey.find(record.key("pk"))
                .filter(key -> key.kind() == PoolKey.Kind.ACCOUNT)
                .ifPresent(key -> entry(record).ifPresent(entry -> history.record(new AccountId(key.id()), entry)));
    }

    private static Optional<HistoryEntry> entry(StreamRecord record) {
        Image before = record.findOldImage().map(Image::of).orElse(Image.NONE);
        Image after = record.findNewImage().map(Image::of).orElse(Image.NONE);
        Optional<String> from = before.find(DATA);
        Optional<String> to = after.find(DATA);
        return from.equals(to)
                ? Optional.empty()
                : Optional.of(new HistoryEntry(
                        record.eventId(),
                        after.find("since").map(Times::parse).orElseGet(record::time),
                        from,
                        to,
                        // Of a lease or a cleanup that is over only the item before tells.
                        after.find("leaseId").or(() -> before.find("leaseId")),
                        after.find("attemptId").or(() -> before.find("attemptId"))));
    }
}
