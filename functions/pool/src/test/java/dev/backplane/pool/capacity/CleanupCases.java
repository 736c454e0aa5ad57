package dev.backplane.pool.capacity;

import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.events.CleanupStarterHandler;
import dev.backplane.pool.events.CleanupWatcherHandler;
import dev.backplane.pool.events.StreamBatches;
import dev.backplane.pool.store.StoreFixture;
import dev.backplane.pool.workflow.AccountCleanerHandler;
import dev.backplane.testing.capacity.CapacityCase;
import dev.backplane.testing.capacity.Measured;
import java.util.List;
import java.util.function.Function;

/** The rows of the workflow that cleans accounts. */
final class CleanupCases {

    private static final String ID = "000000000001";

    private CleanupCases() {}

    private static CapacityCase<Fixture> row(String operation, String name, Function<Fixture, Measured> run) {
        return new CapacityCase<>(operation, name, fixture -> run.apply(fixture.cleaning()));
    }

    static List<CapacityCase<Fixture>> all() {
        return List.of(
                row(
                        "CleanupStarter",
                        "an account became dirty",
                        fixture -> fixture.functions.deliver(
                                CleanupStarterHandler.class,
                                StreamBatches.of(StreamBatches.record(
                                        1,
                                        "account_id#" + ID,
                                        StreamBatches.item("data", "leased"),
                                        StreamBatches.item("data", "dirty", "cleanupRun", "r"))))),
                row("AccountCleaner", "begin", fixture -> task(fixture, "begin", dirty(fixture))),
                row("AccountCleaner", "finish, succeeded", fixture -> finish(fixture, "SUCCEEDED")),
                row("AccountCleaner", "finish, failed", fixture -> finish(fixture, "FAILED")),
                row(
                        "CleanupWatcher",
                        "an execution was aborted",
                        fixture -> fixture.functions.deliver(CleanupWatcherHandler.class, aborted(dirty(fixture)))));
    }

    /** Makes an account dirty, and returns its run. */
    private static String dirty(Fixture fixture) {
        fixture.stores.fill(Fixture.ACCOUNTS);
        AccountId id = new AccountId(ID);
        fixture.stores.accounts.markAccount(id, AccountState.DIRTY, StoreFixture.CAUSE);
        return fixture.stores
                .accounts
                .getAccount(id)
                .orElseThrow()
                .cleanup()
                .run()
                .orElseThrow()
                .value();
    }

    private static Measured task(Fixture fixture, String step, String run) {
        return fixture.functions.run(AccountCleanerHandler.class, event(step, run, ""));
    }

    private static Measured finish(Fixture fixture, String status) {
        String run = dirty(fixture);
        task(fixture, "begin", run);
        String build = ",\"build\":{\"id\":\"p:1\",\"status\":\"" + status + "\"}";
        return fixture.functions.run(AccountCleanerHandler.class, event("finish", run, build));
    }

    private static String event(String step, String run, String more) {
        return "{\"step\":\"" + step + "\",\"accountId\":\"" + ID + "\",\"run\":\"" + run + "\",\"attempt\":1" + more
                + "}";
    }

    private static String aborted(String run) {
        String input = "{\\\\\\\"accountId\\\\\\\":\\\\\\\"" + ID + "\\\\\\\",\\\\\\\"run\\\\\\\":\\\\\\\"" + run
                + "\\\\\\\"}";
        String body = "{\\\"detail\\\":{\\\"status\\\":\\\"ABORTED\\\",\\\"input\\\":\\\"" + input + "\\\"}}";
        return "{\"Records\":[{\"messageId\":\"m\",\"body\":\"" + body + "\"}]}";
    }
}
