package dev.backplane.pool.events;

import static dev.backplane.pool.events.PoolEvents.event;

import dev.backplane.platform.Platform;
import dev.backplane.platform.events.DomainEvent;
import dev.backplane.platform.streams.EventForwarder;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.store.PoolKey;
import java.util.Optional;

/**
 * Tells what happens to accounts and leases, each from one change of one item.
 *
 * <p>That a lease ended is told from the record that is kept of it, as its own item is gone without a reason. So the
 * two events of a lease come from two items, and may overtake each other.
 */
public final class PoolStreamHandler extends EventForwarder {

    private static final String DATA = "data";
    private static final PoolKey AVAILABLE = PoolKey.of(AccountState.AVAILABLE);

    private final int lowThreshold;

    public PoolStreamHandler() {
        this(Platform.lambda());
    }

    public PoolStreamHandler(Platform platform) {
        super(platform, PoolEvents.SERVICE);
        this.lowThreshold = PoolSettings.lowThreshold(platform.settings());
    }

    @Override
    protected Optional<DomainEvent> eventOf(StreamRecord record) {
        Optional<Image> before = record.findOldImage().map(Image::of);
        Optional<Image> after = record.findNewImage().map(Image::of);
        return PoolKey.find(record.key("pk")).flatMap(key -> switch (key.kind()) {
            case ACCOUNT -> account(key.id(), record, before, after);
            case LEASE -> lease(key.id(), record, before, after);
            case LEASE_HISTORY -> history(key.id(), record, before, after);
            case ACCOUNT_STATUS -> key.equals(AVAILABLE) ? low(record, before, after) : none();
            case USER, LEASE_STATUS, ACCOUNT_HISTORY -> none();
        });
    }

    private static Optional<DomainEvent> none() {
        return Optional.empty();
    }

    private static Optional<DomainEvent> account(
            String id, StreamRecord record, Optional<Image> before, Optional<Image> after) {
        Optional<String> from = before.map(image -> image.text(DATA));
        Optional<String> to = after.map(image -> image.text(DATA));
        if (from.equals(to)) {
            return Optional.empty();
        }
        return typeOf(from, to).map(type -> {
            PoolEvents event =
                    event(type, record).with("accountId", id).with("from", from).with("to", to);
            after.ifPresent(image -> {
                event.with("name", image.find("name"));
                event.with("at", image.find("since"));
                event.with("attemptId", image.find("attemptId"));
                image.findNumber("attempts").ifPresent(attempts -> event.withNumber("attempt", attempts));
            });
            return event.build();
        });
    }

    /** What was leased or became dirty is told by the lease. */
    private static Optional<String> typeOf(Optional<String> from, Optional<String> to) {
        if (from.isEmpty()) {
            return Optional.of("AccountAdded");
        }
        if (to.isEmpty()) {
            return Optional.of("AccountRemoved");
        }
        return switch (AccountState.parse(to.get())) {
            case AVAILABLE -> Optional.of("AccountAvailable");
            case CLEANING -> Optional.of("AccountCleanupRequested");
            case FAILED -> Optional.of("AccountFailed");
            case INITIAL, LEASED, DIRTY -> Optional.empty();
        };
    }

    private static Optional<DomainEvent> lease(
            String id, StreamRecord record, Optional<Image> before, Optional<Image> after) {
        Optional<String> expired = before.flatMap(image -> image.map(DATA).find("expires"));
        Optional<String> expires = after.flatMap(image -> image.map(DATA).find("expires"));
        if (after.isEmpty() || expired.equals(expires)) {
            return Optional.empty();
        }
        PoolEvents event = event(before.isEmpty() ? "LeaseCreated" : "LeaseExtended", record);
        return Optional.of(
                about(event, id, after.get()).with("previousExpiresAt", expired).build());
    }

    private static Optional<DomainEvent> history(
            String id, StreamRecord record, Optional<Image> before, Optional<Image> after) {
        Optional<String> told = before.flatMap(image -> image.find("ended"));
        return after.filter(image -> !image.find("ended").equals(told)).map(image -> ended(id, record, image));
    }

    private static DomainEvent ended(String id, StreamRecord record, Image lease) {
        return about(event("LeaseEnded", record), id, lease)
                .with("endedAt", lease.text("ended"))
                .with("reason", lease.text("reason"))
                .build();
    }

    private static PoolEvents about(PoolEvents event, String id, Image lease) {
        Image data = lease.map(DATA);
        return event.with("leaseId", id)
                .with("accountId", data.text("account"))
                .with("userId", data.text("user"))
                .with("createdAt", lease.find("created"))
                .with("expiresAt", data.find("expires"));
    }

    /** Returns how many accounts are available: what the sweeper noted where the list has shards, else what it names. */
    private static int available(Image list) {
        return list.findNumber("availableInAll").map(Integer::parseInt).orElseGet(() -> list.size(DATA));
    }

    private Optional<DomainEvent> low(StreamRecord record, Optional<Image> before, Optional<Image> after) {
        int was = available(before.orElse(Image.NONE));
        int is = available(after.orElse(Image.NONE));
        return was >= lowThreshold && is < lowThreshold
                ? Optional.of(event("PoolLow", record)
                        .withNumber("available", Integer.toString(is))
                        .withNumber("threshold", Integer.toString(lowThreshold))
                        .build())
                : Optional.empty();
    }
}
