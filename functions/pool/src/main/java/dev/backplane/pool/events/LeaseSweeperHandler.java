package dev.backplane.pool.events;

import dev.backplane.platform.Actor;
import dev.backplane.platform.FunctionName;
import dev.backplane.platform.Platform;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.schedules.ScheduleHandler;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.PoolCounts;
import dev.backplane.pool.PoolMetrics;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.SweepReport;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.Stores;
import dev.backplane.pool.store.Sweeper;

/** Ends expired leases every minute, warns of those that expire soon, and counts accounts and leases for the alarms. */
public final class LeaseSweeperHandler extends ScheduleHandler {

    /** Who ends leases and warns of their end. */
    static final Actor ACTOR = Actor.system(FunctionName.of(LeaseSweeperHandler.class));

    private final Sweeper sweeper;
    private final PoolStore pool;
    private final int lowThreshold;

    public LeaseSweeperHandler() {
        this(Platform.lambda());
    }

    public LeaseSweeperHandler(Platform platform) {
        super(platform, PoolSettings.SERVICE);
        Stores stores = new Stores(platform);
        this.sweeper = stores.sweeper();
        this.pool = stores.pool();
        this.lowThreshold = PoolSettings.lowThreshold(platform.settings());
    }

    /** Sweeps once; leases that could not be ended are faults, and the next sweep tries them again. */
    @Override
    protected void handle(Invocation invocation) {
        SweepReport report = sweeper.sweep(ACTOR);
        invocation.note("due", report.due());
        invocation.note("ended", report.ended());
        invocation.note("warned", report.warned());
        invocation.note("left", report.left());
        report.failures().forEach(failure -> invocation.failed(failure.cause()));
        Invocation.count(
                PoolMetrics.FINDINGS, report.lost().size() + report.failures().size());
        PoolCounts counts = pool.count();
        report(counts, invocation);
        pool.noteAvailable(counts.accounts().getOrDefault(AccountState.AVAILABLE, 0));
    }

    private void report(PoolCounts counts, Invocation invocation) {
        int available = counts.accounts().getOrDefault(AccountState.AVAILABLE, 0);
        invocation.note("availableAccounts", available);
        invocation.note("activeLeases", counts.activeLeases());
        // An empty pool has not been set up yet, which is not an alarm.
        Invocation.count(PoolMetrics.POOL_LOW, counts.all() > 0 && available < lowThreshold ? 1 : 0);
    }
}
