package dev.backplane.pool.events;

import dev.backplane.platform.Platform;
import dev.backplane.platform.batches.BatchHandler;
import dev.backplane.platform.log.Invocation;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolCounts;
import dev.backplane.pool.PoolMetrics;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.SweepReport;
import dev.backplane.pool.store.PoolStore;
import dev.backplane.pool.store.Stores;
import dev.backplane.pool.store.Sweeper;
import java.util.List;
import java.util.stream.Stream;

/** Ends the leases whose time is over, every minute, and tells how the pool is doing. */
public final class LeaseSweeperHandler extends BatchHandler {

    private final Sweeper sweeper;
    private final PoolStore pool;
    private final int lowThreshold;

    public LeaseSweeperHandler() {
        this(Platform.lambda());
    }

    public LeaseSweeperHandler(Platform platform) {
        super(platform, PoolEvents.SERVICE);
        Stores stores = new Stores(platform);
        this.sweeper = stores.sweeper();
        this.pool = stores.pool();
        this.lowThreshold = PoolSettings.lowThreshold(platform.settings());
    }

    /**
     * Sweeps, whatever the schedule's event says.
     *
     * @return the leases that could not be ended; they are tried again with the next sweep
     */
    @Override
    protected List<String> handle(byte[] event, Invocation invocation) {
        SweepReport report = sweeper.sweep();
        invocation.note("due", report.due());
        invocation.note("ended", report.ended());
        invocation.note("left", report.left());
        report.failures().forEach(failure -> invocation.failed(failure.cause()));
        Invocation.count(
                PoolMetrics.FINDINGS, report.lost().size() + report.failures().size());
        PoolCounts counts = pool.count();
        tell(counts, invocation);
        pool.noteAvailable(counts.accounts().getOrDefault(AccountState.AVAILABLE, 0));
        return Stream.concat(report.failures().stream().map(SweepReport.Failure::lease), report.lost().stream())
                .map(LeaseId::value)
                .toList();
    }

    private void tell(PoolCounts counts, Invocation invocation) {
        int available = counts.accounts().getOrDefault(AccountState.AVAILABLE, 0);
        invocation.note("availableAccounts", available);
        invocation.note("activeLeases", counts.activeLeases());
        // A pool that nobody has filled yet is not a pool that runs low.
        Invocation.count(PoolMetrics.POOL_LOW, counts.all() > 0 && available < lowThreshold ? 1 : 0);
    }
}
