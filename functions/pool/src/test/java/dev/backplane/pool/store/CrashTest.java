package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.claim;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Budget.AtLimit;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Spend;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.FaultInjection;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lets a process die before and after each call of each flow, and looks at what it leaves behind. */
@ParameterizedClass
@ValueSource(ints = {1, 4})
class CrashTest {

    @Parameter
    private int shards;

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final int MOST_CALLS = 40;

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_LIST_SHARDS, Integer.toString(shards)));
    }

    /** A flow: how it is prepared, and what is called. */
    record Flow(String name, Consumer<StoreFixture> prepare, Consumer<StoreFixture> run) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final Flow CLAIM =
            new Flow("claim", stores -> stores.fill(2), stores -> stores.claims.createLease(claim("a", "key")));
    private static final Flow CLAIM_AFTER_A_DUE_LEASE = new Flow(
            "claim after a due lease", CrashTest::dueLease, stores -> stores.claims.createLease(claim("a", "key")));
    private static final Flow REPAIR = new Flow("repair", CrashTest::drift, stores -> stores.verify(true));

    static final List<Flow> CLAIMS = List.of(CLAIM, CLAIM_AFTER_A_DUE_LEASE);

    static final List<Flow> FLOWS = List.of(
            CLAIM,
            CLAIM_AFTER_A_DUE_LEASE,
            REPAIR,
            new Flow(
                    "add",
                    _ -> {},
                    stores -> stores.accounts.addAccount(account(9), Optional.of("nine"), StoreFixture.BY)),
            new Flow(
                    "mark",
                    stores -> stores.fill(2, AccountState.INITIAL),
                    stores -> stores.accounts.markAccount(account(1), AccountState.AVAILABLE, StoreFixture.CAUSE)),
            new Flow(
                    "remove",
                    stores -> stores.fill(2),
                    stores -> stores.accounts.removeAccount(account(1), StoreFixture.CAUSE)),
            new Flow(
                    "start a cleanup",
                    stores -> stores.fill(2, AccountState.DIRTY),
                    stores -> stores.cleanups.startCleanup(account(1), StoreFixture.BY)),
            new Flow("hold", CrashTest::cleaning, stores -> stores.holds.holdAccount(account(1), StoreFixture.CAUSE)),
            new Flow("release", CrashTest::held, stores -> stores.holds.releaseAccount(account(1), StoreFixture.CAUSE)),
            new Flow(
                    "quarantine",
                    CrashTest::onlyLease,
                    stores -> stores.holds.quarantineAccount(account(1), StoreFixture.CAUSE)),
            new Flow("label", CrashTest::labeled, stores -> stores.label(1, "gpu", "large")),
            new Flow(
                    "remove with labels",
                    CrashTest::labeled,
                    stores -> stores.accounts.removeAccount(account(1), StoreFixture.CAUSE)),
            new Flow(
                    "claim with labels",
                    CrashTest::labeled,
                    stores -> stores.claims.createLease(StoreFixture.labeled("a", "gpu", "small"))),
            new Flow("finish a cleanup", CrashTest::cleaning, CrashTest::finish),
            new Flow(
                    "claim again after its lease is due",
                    CrashTest::dueKey,
                    stores -> stores.claims.createLease(claim("a", "key"))),
            new Flow(
                    "extend",
                    CrashTest::lease,
                    stores -> stores.leases.extendLease(
                            id(stores), Duration.ofMinutes(5), Optional.empty(), StoreFixture.BY)),
            new Flow(
                    "end",
                    CrashTest::lease,
                    stores -> stores.leases.endLease(
                            id(stores), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE)),
            new Flow("sweep", CrashTest::dueLeases, stores -> stores.sweeper.sweep(StoreFixture.BY)),
            new Flow(
                    "report what reaches the budget",
                    CrashTest::budgeted,
                    stores -> stores.spend.reportSpend(
                            id(stores), new Spend(BigDecimal.valueOf(100), "USD", Instant.EPOCH), StoreFixture.BY)),
            new Flow(
                    "set members",
                    CrashTest::lease,
                    stores -> stores.members.setMembers(
                            id(stores), new TreeSet<>(List.of(user("b"))), Optional.empty(), StoreFixture.BY)),
            new Flow("sweep and warn", CrashTest::expiringLeases, stores -> stores.sweeper.sweep(StoreFixture.BY)),
            new Flow(
                    "store a template",
                    _ -> {},
                    stores -> stores.templates.putTemplate(SpendStoreTest.template("t", AtLimit.END), StoreFixture.BY)),
            new Flow(
                    "delete a template",
                    stores -> stores.templates.putTemplate(SpendStoreTest.template("t", AtLimit.END), StoreFixture.BY),
                    stores -> stores.templates.deleteTemplate("t")),
            new Flow("add a user", _ -> {}, stores -> stores.users.addUser(StoreFixture.user("a"))));

    private static void cleaning(StoreFixture stores) {
        stores.fill(1, AccountState.DIRTY);
        stores.startCleanup(1);
    }

    private static void labeled(StoreFixture stores) {
        stores.fill(2);
        stores.label(1, "gpu", "small");
        stores.label(2, "gpu");
    }

    private static void held(StoreFixture stores) {
        stores.fill(2);
        stores.hold(1);
    }

    private static void onlyLease(StoreFixture stores) {
        stores.fill(1);
        stores.lease("a");
    }

    private static void dueKey(StoreFixture stores) {
        stores.fill(2);
        stores.claims.createLease(claim("a", "key"));
        stores.clock.advance(Duration.ofHours(8));
    }

    private static void lease(StoreFixture stores) {
        stores.fill(2);
        stores.lease("a");
    }

    private static void dueLease(StoreFixture stores) {
        stores.fill(2);
        stores.lease("a", 5);
        stores.clock.advance(Duration.ofMinutes(5));
    }

    private static void dueLeases(StoreFixture stores) {
        stores.fill(4);
        StoreFixture.upTo(3).forEach(i -> stores.lease("u" + i, 5));
        stores.lease("later", 60);
        stores.clock.advance(Duration.ofMinutes(5));
    }

    private static void budgeted(StoreFixture stores) {
        stores.fill(2);
        stores.templates.putTemplate(SpendStoreTest.template("ends", AtLimit.END), StoreFixture.BY);
        stores.lease("a", "ends");
    }

    private static void expiringLeases(StoreFixture stores) {
        stores.fillLeased(3, _ -> 120);
        stores.clock.advance(Duration.ofMinutes(100));
    }

    private static void drift(StoreFixture stores) {
        lease(stores);
        Lease lease =
                stores.leases.listActiveLeases(1, Optional.empty()).items().getFirst();
        stores.drift(PoolKey.ACTIVE, lease.id().value(), false);
        stores.drift(PoolKey.of(AccountState.DIRTY), lease.account().value(), true);
        stores.drift(PoolKey.ALL, "000000000077", true);
    }

    private static LeaseId id(StoreFixture stores) {
        return new LeaseId(stores.rows().stream()
                .map(row -> row.text("pk"))
                .filter(key -> key.startsWith("lease_id#") || key.startsWith("lease_history#"))
                .map(key -> key.substring(key.indexOf('#') + 1))
                .findFirst()
                .orElseThrow());
    }

    private static void finish(StoreFixture stores) {
        AttemptId attempt = new AttemptId(stores.item(PoolKey.of(account(1)))
                .flatMap(item -> item.findText("attemptId").or(() -> item.findText("lastAttemptId")))
                .orElseThrow());
        stores.cleanups.finishCleanup(account(1), new Cleanup.Result(attempt, true), Optional.empty(), StoreFixture.BY);
    }

    @ParameterizedTest
    @FieldSource("FLOWS")
    void flow_whoseProcessDiesAtAnyCall_leavesAPoolThatFitsTogether(Flow flow) {
        int deaths = 0;
        for (boolean afterwards : new boolean[] {false, true}) {
            for (int call = 1; call <= MOST_CALLS; call++) {
                stores.clear();
                flow.prepare.accept(stores);
                if (!dies(flow, call, afterwards)) {
                    break;
                }
                deaths++;
                if (!flow.equals(REPAIR)) {
                    stores.checkInvariants();
                }
                // The caller retries, and the next sweep runs.
                flow.run.accept(stores);
                stores.sweeper.sweep(StoreFixture.BY);
                stores.checkInvariants();
                assertThat(stores.verify(false).isConsistent()).isTrue();
            }
        }
        assertThat(deaths).isBetween(2, 2 * MOST_CALLS - 1);
    }

    private boolean dies(Flow flow, int call, boolean afterwards) {
        stores.faults.crashAt(call, afterwards);
        try {
            return FaultInjection.crashes(() -> flow.run.accept(stores));
        } finally {
            stores.faults.stopCrashes();
        }
    }

    @ParameterizedTest
    @FieldSource("CLAIMS")
    void claim_whoseAnswerWasLost_isTheSameLeaseWhenItIsAskedForAgain(Flow flow) {
        flow.prepare.accept(stores);
        boolean dead = true;
        for (int call = 1; dead && call <= MOST_CALLS; call++) {
            dead = dies(flow, call, true);
        }

        ClaimOutcome again = stores.claims.createLease(claim("a", "key"));

        assertThat(again).isInstanceOf(ClaimOutcome.Repeated.class);
        assertThat(stores.ids(PoolKey.ACTIVE)).hasSize(1);
        stores.checkInvariants();
    }
}
