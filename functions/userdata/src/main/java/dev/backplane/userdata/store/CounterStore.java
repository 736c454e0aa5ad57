package dev.backplane.userdata.store;

import dev.backplane.platform.IdempotencyKey;
import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.userdata.CounterNumber;
import dev.backplane.userdata.CounterOutcome;
import dev.backplane.userdata.DataKey;
import dev.backplane.userdata.Namespace;
import dev.backplane.userdata.Removal;
import dev.backplane.userdata.UserId;
import dev.backplane.userdata.UserdataSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * The counters of users.
 *
 * <p>One update adds without a read. With an idempotency key it is in a transaction with a row that stores the key, so
 * that a repeated request does not count again.
 */
public final class CounterStore {

    /** How long an idempotency key is stored. */
    public static final Duration KEY_RETENTION = Duration.ofHours(24);

    private final Dynamo dynamo;
    private final UserdataSettings settings;
    private final Platform platform;

    CounterStore(Dynamo dynamo, UserdataSettings settings, Platform platform) {
        this.dynamo = dynamo;
        this.settings = settings;
        this.platform = platform;
    }

    /** Adds to a counter; an absent counter is 0. */
    public CounterOutcome increment(
            UserId user, DataKey key, CounterNumber by, Optional<IdempotencyKey> idempotencyKey) {
        Namespace namespace = new Namespace.Behavior(user);
        Optional<Removal.Refusal> refusal = new RemovalMarks(dynamo, settings.dataJobs()).refusal(namespace);
        if (refusal.isPresent()) {
            return new CounterOutcome.BeingRemoved(refusal.get());
        }
        Location location = Location.of(namespace, settings);
        Increment increment = new Increment(dynamo, platform, location, key, by);
        return dynamo.retry()
                .run(() -> idempotencyKey.map(increment::attemptOnce).orElseGet(increment::attempt));
    }
}
