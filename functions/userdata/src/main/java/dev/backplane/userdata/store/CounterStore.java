package dev.backplane.userdata.store;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.CounterOutcome;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Shelf;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * Counts up and down: data.cb increment and decrement.
 *
 * <p>One update adds without a read, whoever else adds at the same time. With an idempotency key it is in a transaction
 * with a row that remembers the key, so that no repetition counts.
 */
public final class CounterStore {

    /** How long an increment is remembered by its idempotency key. */
    public static final Duration REMEMBERED = Duration.ofHours(24);

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Platform platform;

    CounterStore(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.platform = platform;
    }

    /** Adds to a counter; one that is absent stands at 0. */
    public CounterOutcome increment(UserId user, DataKey key, CounterNumber by, Optional<String> idempotencyKey) {
        Location location = Location.of(new Shelf.Behavior(user), settings);
        Increment increment = new Increment(dynamo, platform, location, key, by);
        return dynamo.retry()
                .run(() -> idempotencyKey.map(increment::attemptOnce).orElseGet(increment::attempt));
    }
}
