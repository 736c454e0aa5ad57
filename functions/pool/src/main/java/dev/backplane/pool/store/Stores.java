package dev.backplane.pool.store;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.pool.PoolSettings;
import java.security.SecureRandom;
import java.time.Duration;

/** The stores of one function, over one client. */
public final class Stores {

    // The lists are in every claim and end, so conflicts are daily work; more tries only keep callers waiting.
    private static final int CONFLICT_TRIES = 8;
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(400);

    private final Platform platform;
    private final Dynamo dynamo;
    private final PoolSettings settings;

    public Stores(Platform platform) {
        this(platform, platform.dynamo());
    }

    Stores(Platform platform, Dynamo dynamo) {
        this.platform = platform;
        this.dynamo = dynamo.tryingConflicts(CONFLICT_TRIES, LONGEST_PAUSE);
        this.settings = PoolSettings.from(platform.settings());
    }

    public PoolStore pool() {
        return new PoolStore(dynamo, settings);
    }

    public AccountStore accounts() {
        return new AccountStore(dynamo, settings, platform.clock(), platform.ids());
    }

    public AccountHistory accountHistory() {
        return new AccountHistory(dynamo, settings.table());
    }

    public LeaseStore leases() {
        return new LeaseStore(
                dynamo,
                settings,
                platform.clock(),
                new Claimer(dynamo, settings, platform.clock(), new Chance(platform.ids(), new SecureRandom())));
    }

    public UserStore users() {
        return new UserStore(dynamo, settings.table(), platform.clock());
    }

    public Sweeper sweeper() {
        return sweeper(Sweeper.TIME);
    }

    /** Returns one with another time for each sweep. */
    Sweeper sweeper(Duration time) {
        return new Sweeper(dynamo, settings, platform.clock(), time);
    }

    public Auditor auditor() {
        return auditor(Auditor.TIME);
    }

    /** Returns one with another time for each part. */
    Auditor auditor(Duration time) {
        return new Auditor(dynamo, settings, platform.clock(), time);
    }
}
