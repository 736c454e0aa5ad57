package dev.backplane.infra;

import dev.backplane.infra.constructs.EventPattern;
import dev.backplane.infra.constructs.FailureQueue;
import dev.backplane.infra.constructs.Runbook;
import dev.backplane.infra.constructs.ScheduleRule;
import dev.backplane.infra.constructs.ServiceAlarms;
import dev.backplane.infra.constructs.ServiceFunction;
import dev.backplane.infra.constructs.ServiceTable;
import dev.backplane.infra.settings.AccessOptions;
import dev.backplane.infra.settings.PoolOptions;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.PoolMetrics;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.api.ListAccountsHandler;
import dev.backplane.pool.events.AccountHistoryHandler;
import dev.backplane.pool.events.LeaseSweeperHandler;
import dev.backplane.pool.events.PoolStreamHandler;
import dev.backplane.pool.store.PoolKey;
import dev.backplane.pool.store.PoolStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.constructs.Construct;

/**
 * The account pool: one table, one function per operation, the functions that read the table stream, and the lease
 * sweeper.
 */
final class PoolStack extends ServiceStack {

    static final String SERVICE = "pool";

    /** Matches rows whose changes become domain events. */
    private static final EventPattern PUBLISHED_ROWS = keys(
            startsWith(PoolKey.Kind.ACCOUNT),
            startsWith(PoolKey.Kind.ACCOUNT_REMOVED),
            startsWith(PoolKey.Kind.ACCOUNT_CLEANUPS),
            startsWith(PoolKey.Kind.LEASE),
            startsWith(PoolKey.Kind.LEASE_HISTORY),
            startsWith(PoolKey.Kind.LEASE_BUDGET),
            PoolKey.of(AccountState.AVAILABLE).toString());

    private static final EventPattern ACCOUNTS = keys(startsWith(PoolKey.Kind.ACCOUNT));

    private final ServiceTable table;

    PoolStack(Construct scope, Props props, Workspace workspace) {
        super(scope, props, "Pool", "Backplane: account pool and leases");
        this.table = new ServiceTable(this, service(), PoolStore.TABLE);
        serve(PoolEndpoints.ALL, table, this::configure);
        readShards();
        readStream(table, PUBLISHED_ROWS, withThreshold(publisher(batchFunction(PoolStreamHandler.class))));
        readStream(
                table,
                ACCOUNTS,
                configure(batchFunction(AccountHistoryHandler.class))
                        .allow(table, "dynamodb:GetItem", "dynamodb:PutItem"));
        Optional<AccessOptions> access = service().stage().pool().access();
        access.ifPresent(options -> new PoolAccess(this, table, options));
        Optional<AccountCleaning> cleaning = service().stage().pool().cleaning().enabled()
                ? Optional.of(new AccountCleaning(this, table, workspace, this::configure))
                : Optional.empty();
        cleaning.ifPresent(made -> made.start(ACCOUNTS));
        ServiceAlarms alarms = watchPool(sweep());
        cleaning.ifPresent(_ -> AccountCleaning.watch(alarms));
        access.ifPresent(
                _ -> alarms.watchCount("revocations", PoolMetrics.REVOCATIONS_REFUSED, Runbook.REVOCATIONS_REFUSED));
        output("PoolTableName", table.tableName(), "The table of accounts, leases and users");
    }

    /** Allows functions to read the shards of lists: with GetItem if there is one shard, else with BatchGetItem. */
    private void readShards() {
        if (service().stage().pool().listShards().orElse(1) > 1) {
            functionOf(ListAccountsHandler.OPERATION).allow(table, "dynamodb:BatchGetItem");
        }
    }

    ServiceFunction configure(ServiceFunction function) {
        PoolOptions options = service().stage().pool();
        options.maxAccounts().ifPresent(count -> function.setting(PoolSettings.POOL_MAX_ACCOUNTS, count.toString()));
        options.leaseMinutes()
                .ifPresent(minutes -> function.setting(PoolSettings.LEASE_DEFAULT_MINUTES, minutes.toString()));
        options.selfRegistration().ifPresent(flag -> function.setting(PoolSettings.POOL_SELF_REGISTRATION, flag));
        options.cleanupTries().ifPresent(tries -> function.setting(PoolSettings.CLEANUP_TRIES, tries.toString()));
        options.leaseWarningMinutes()
                .ifPresent(minutes -> function.setting(PoolSettings.LEASE_WARNING_MINUTES, minutes));
        options.cleanupMinutes()
                .ifPresent(minutes -> function.setting(PoolSettings.CLEANUP_TYPICAL_MINUTES, minutes.toString()));
        options.listShards().ifPresent(shards -> function.setting(PoolSettings.POOL_LIST_SHARDS, shards.toString()));
        if (options.cleaning().enabled()) {
            function.setting(PoolSettings.POOL_CLEANING, "true");
        }
        return withThreshold(function).setting(PoolSettings.POOL_TABLE, table.tableName());
    }

    private ServiceFunction withThreshold(ServiceFunction function) {
        service()
                .stage()
                .pool()
                .lowThreshold()
                .ifPresent(count -> function.setting(PoolSettings.POOL_LOW_THRESHOLD, count.toString()));
        return function;
    }

    private ScheduleRule sweep() {
        ServiceFunction sweeper = configure(ServiceFunction.scheduled(this, service(), LeaseSweeperHandler.class))
                .allow(
                        table,
                        "dynamodb:BatchGetItem",
                        "dynamodb:DeleteItem",
                        "dynamodb:GetItem",
                        "dynamodb:PutItem",
                        "dynamodb:UpdateItem");
        return everyMinute(sweeper, FailureQueue.shared(this, service(), "missed-sweeps"));
    }

    private ServiceAlarms watchPool(ScheduleRule sweeps) {
        ServiceAlarms alarms = watch();
        alarms.watch(sweeps, Runbook.SWEEPS_MISSED);
        alarms.watchCount("low", PoolMetrics.POOL_LOW, Runbook.POOL_LOW);
        alarms.watchCount("findings", PoolMetrics.FINDINGS, Runbook.POOL_FINDINGS);
        return alarms;
    }

    private static EventPattern keys(Object... keys) {
        return new EventPattern(Map.of("dynamodb", Map.of("Keys", Map.of("pk", Map.of("S", List.of(keys))))));
    }

    private static Object startsWith(PoolKey.Kind kind) {
        return Map.of("prefix", kind.prefix());
    }
}
