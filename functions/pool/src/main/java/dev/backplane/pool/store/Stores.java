package dev.backplane.pool.store;

import dev.backplane.platform.Platform;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.pool.PoolSettings;
import java.time.Duration;

/** The stores of one function, over one client. */
public final class Stores {

    // Every claim writes the lists, so conflicts are common; more attempts only keep callers waiting.
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

    public AccountDetailsStore accountDetails() {
        return new AccountDetailsStore(dynamo, settings, platform.clock());
    }

    public LabelStore labels() {
        return new LabelStore(dynamo, settings);
    }

    public HoldStore holds() {
        return new HoldStore(dynamo, settings, platform.clock(), platform.ids());
    }

    public CleanupStore cleanups() {
        return new CleanupStore(dynamo, settings, platform.clock(), platform.ids());
    }

    public AccountHistory accountHistory() {
        return new AccountHistory(dynamo, settings);
    }

    public LeaseStore leases() {
        return new LeaseStore(dynamo, settings, platform.clock());
    }

    public ClaimStore claims() {
        return new ClaimStore(dynamo, settings, platform);
    }

    public TemplateStore templates() {
        return new TemplateStore(dynamo, settings, platform.clock());
    }

    public MemberStore members() {
        return new MemberStore(dynamo, settings, platform.clock());
    }

    public SpendStore spend() {
        return new SpendStore(dynamo, settings, platform.clock());
    }

    public AccessStore access() {
        return new AccessStore(dynamo, settings, platform.clock());
    }

    public RevocationStore revocations() {
        return new RevocationStore(dynamo, settings, platform.clock());
    }

    public UserStore users() {
        return new UserStore(dynamo, settings, platform.clock());
    }

    public Sweeper sweeper() {
        return sweeper(Sweeper.TIME);
    }

    /** Returns a sweeper with another time limit. */
    Sweeper sweeper(Duration time) {
        return new Sweeper(dynamo, settings, platform.clock(), time);
    }

    public PoolVerifier verifier() {
        return verifier(PoolVerifier.TIME);
    }

    /** Returns a verifier with another time limit. */
    PoolVerifier verifier(Duration time) {
        return new PoolVerifier(dynamo, settings, platform, time);
    }
}
