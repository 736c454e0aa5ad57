package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.BY;
import static dev.backplane.pool.store.StoreFixture.CAUSE;
import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.inState;
import static dev.backplane.testing.Threads.untilServed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.Account;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.CleanupAttempt;
import dev.backplane.pool.CleanupAttempt.Report;
import dev.backplane.pool.CleanupRun;
import dev.backplane.pool.CleanupStep;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.HoldOutcome;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.StateOutcome;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.Threads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Runs of a stage that cleans accounts itself, and the records of attempts of any stage. */
class CleanupStoreTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores() {
        return new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_CLEANING, "true"));
    }

    private static Report failed() {
        return Report.of(false, Optional.of("The build failed."));
    }

    private static Account read(StoreFixture stores) {
        return stores.accounts.getAccount(account(1)).orElseThrow();
    }

    /** Makes account 1 dirty, and returns its run. */
    private static CleanupRun dirty(StoreFixture stores) {
        stores.fill(1);
        inState(stores.accounts.markAccount(account(1), AccountState.DIRTY, CAUSE));
        return read(stores).cleanup().run().orElseThrow();
    }

    private static AttemptId begun(CleanupStep step) {
        assertThat(step).isInstanceOf(CleanupStep.Begun.class);
        return ((CleanupStep.Begun) step).attempt();
    }

    private static List<CleanupAttempt> attempts(StoreFixture stores) {
        return stores.cleanups
                .listAttempts(account(1), 100, Optional.empty())
                .orElseThrow()
                .items();
    }

    @Test
    void run_beginsWithTheEndOfALease_andIsDerivedFromIt() {
        StoreFixture stores = stores();
        stores.fill(1);
        Lease lease = stores.lease("a");
        stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), CAUSE);

        CleanupRun run = read(stores).cleanup().run().orElseThrow();
        assertThat(run).isEqualTo(CleanupRun.after(lease.id()));
        assertThat(run.execution(account(1))).isEqualTo("000000000001-" + lease.id());
    }

    @Test
    void run_isNotKept_ifTheStageDoesNotCleanAccounts() {
        StoreFixture stores = new StoreFixture(DYNAMO);
        stores.fill(1);
        stores.leases.endLease(stores.lease("a").id(), EndReason.RELEASED, Optional.empty(), CAUSE);

        assertThat(read(stores).cleanup().run()).isEmpty();
    }

    @Test
    void run_ofALeaseWithALongId_fitsIntoTheNameOfAnExecution() {
        CleanupRun run = CleanupRun.after(new LeaseId("x".repeat(200) + "#"));

        assertThat(run.execution(account(1))).matches("[A-Za-z0-9-]{1,80}");
        assertThat(run.made(run.attempt(3))).isTrue();
        assertThat(run.made(new CleanupRun(run.value() + "-1").attempt(3))).isFalse();
    }

    @Test
    void attempts_failUntilTheLast_andTheAccountIsGivenUp() {
        StoreFixture stores = stores();
        CleanupRun run = dirty(stores);

        for (int number = 1; number <= 3; number++) {
            AttemptId attempt = begun(stores.cleanups.begin(account(1), run, number, BY));
            assertThat(read(stores).state()).isEqualTo(AccountState.CLEANING);
            assertThat(stores.cleanups.finish(account(1), attempt, failed(), BY))
                    .isInstanceOf(number < 3 ? CleanupStep.Failed.class : CleanupStep.GivenUp.class);
            stores.checkInvariants();
        }

        assertThat(read(stores).state()).isEqualTo(AccountState.FAILED);
        assertThat(read(stores).cleanup().run()).isEmpty();
        assertThat(stores.cleanups.begin(account(1), run, 4, BY)).isInstanceOf(CleanupStep.Superseded.class);
        assertThat(attempts(stores)).extracting(CleanupAttempt::number).containsExactly(3, 2, 1);
    }

    @Test
    void everyStep_canBeRepeated() {
        StoreFixture stores = stores();
        CleanupRun run = dirty(stores);

        AttemptId attempt = begun(stores.cleanups.begin(account(1), run, 1, BY));
        assertThat(begun(stores.cleanups.begin(account(1), run, 1, BY))).isEqualTo(attempt);
        assertThat(stores.cleanups.finish(account(1), attempt, failed(), BY)).isInstanceOf(CleanupStep.Failed.class);
        assertThat(stores.cleanups.finish(account(1), attempt, failed(), BY)).isInstanceOf(CleanupStep.Failed.class);
        AttemptId second = begun(stores.cleanups.begin(account(1), run, 2, BY));
        Report success = Report.of(true, Optional.empty());
        assertThat(stores.cleanups.finish(account(1), second, success, BY)).isInstanceOf(CleanupStep.Cleaned.class);
        stores.lease("b");
        var before = stores.contents();
        assertThat(stores.cleanups.finish(account(1), second, success, BY)).isInstanceOf(CleanupStep.Cleaned.class);
        stores.cleanups.abandon(account(1), run, "late", BY);
        assertThat(stores.contents()).isEqualTo(before);
        assertThat(attempts(stores)).hasSize(2);
    }

    @Test
    void start_thatIsRepeatedAfterItsAttemptEnded_startsNone() {
        StoreFixture stores = stores();
        CleanupRun run = dirty(stores);
        AttemptId attempt = begun(stores.cleanups.begin(account(1), run, 1, BY));
        stores.cleanups.finish(account(1), attempt, failed(), BY);
        var before = stores.contents();

        assertThat(stores.cleanups.begin(account(1), run, 1, BY)).isInstanceOf(CleanupStep.Superseded.class);
        assertThat(stores.cleanups.begin(account(1), run, 3, BY)).isInstanceOf(CleanupStep.Superseded.class);
        assertThat(stores.contents()).isEqualTo(before);
        begun(stores.cleanups.begin(account(1), run, 2, BY));
    }

    @Test
    void run_thatIsNotTheCurrentOne_doesNothing() {
        StoreFixture stores = stores();
        CleanupRun old = dirty(stores);
        AttemptId attempt = begun(stores.cleanups.begin(account(1), old, 1, BY));
        stores.cleanups.finish(account(1), attempt, failed(), BY);
        inState(stores.accounts.markAccount(account(1), AccountState.DIRTY, CAUSE));
        var before = stores.contents();

        assertThat(read(stores).cleanup().run()).isPresent().isNotEqualTo(Optional.of(old));
        assertThat(stores.cleanups.begin(account(1), old, 2, BY)).isInstanceOf(CleanupStep.Superseded.class);
        stores.cleanups.abandon(account(1), old, "late", BY);
        assertThat(stores.contents()).isEqualTo(before);
        stores.checkInvariants();
    }

    @Test
    void accountThatWasRemoved_supersedesItsRun() {
        StoreFixture stores = stores();
        CleanupRun run = dirty(stores);
        AttemptId attempt = begun(stores.cleanups.begin(account(1), run, 1, BY));
        stores.accounts.removeAccount(account(1), CAUSE);

        assertThat(stores.cleanups.begin(account(1), run, 2, BY)).isInstanceOf(CleanupStep.Superseded.class);
        assertThat(stores.cleanups.finish(account(1), attempt, Report.of(true, Optional.empty()), BY))
                .isInstanceOf(CleanupStep.Superseded.class);
        assertThat(attempts(stores).getFirst().running()).isFalse();
        stores.checkInvariants();
    }

    @Test
    void abandonedRun_failsTheAccount_betweenAttemptsAndDuringOne() {
        StoreFixture stores = stores();
        CleanupRun pausing = dirty(stores);
        stores.cleanups.abandon(account(1), pausing, "The execution was aborted.", BY);
        assertThat(read(stores).state()).isEqualTo(AccountState.FAILED);

        inState(stores.accounts.markAccount(account(1), AccountState.DIRTY, CAUSE));
        CleanupRun cleaning = read(stores).cleanup().run().orElseThrow();
        stores.cleanups.begin(account(1), cleaning, 1, BY);
        stores.cleanups.abandon(account(1), cleaning, "The execution was aborted.", BY);
        stores.cleanups.abandon(account(1), cleaning, "The execution was aborted.", BY);

        assertThat(read(stores).state()).isEqualTo(AccountState.FAILED);
        assertThat(read(stores).cleanup().message()).contains("The execution was aborted.");
        assertThat(attempts(stores)).hasSize(1);
        assertThat(attempts(stores).getFirst().end().orElseThrow().report().succeeded())
                .isFalse();
        stores.checkInvariants();
    }

    @Test
    void success_isPending_untilTheSessionsOfTheLastLeaseAreRevoked() {
        StoreFixture stores = stores();
        CleanupRun run = dirty(stores);
        AttemptId attempt = begun(stores.cleanups.begin(account(1), run, 1, BY));
        Report success = Report.of(true, Optional.empty());
        revocation(stores, "pending");
        assertThat(stores.cleanups.finish(account(1), attempt, success, BY)).isInstanceOf(CleanupStep.Pending.class);
        assertThat(read(stores).state()).isEqualTo(AccountState.CLEANING);

        revocation(stores, "done");
        assertThat(stores.cleanups.finish(account(1), attempt, success, BY)).isInstanceOf(CleanupStep.Cleaned.class);
    }

    private static void revocation(StoreFixture stores, String status) {
        PoolKey key = PoolKey.of(account(1));
        Map<String, AttributeValue> item =
                new TreeMap<>(stores.item(key).orElseThrow().attributes());
        item.put("revocation", AttributeValue.fromS(status));
        item.put("revocationSince", AttributeValue.fromS("2026-01-05T00:00:00.000Z"));
        stores.put(key, item);
    }

    @Test
    void hold_supersedesItsRun_andTheReleaseStartsAnother() {
        StoreFixture stores = stores();
        CleanupRun run = dirty(stores);
        AttemptId attempt = begun(stores.cleanups.begin(account(1), run, 1, BY));
        stores.hold(1);

        assertThat(stores.cleanups.finish(account(1), attempt, Report.of(true, Optional.empty()), BY))
                .isInstanceOf(CleanupStep.Superseded.class);
        assertThat(stores.cleanups.begin(account(1), run, 2, BY)).isInstanceOf(CleanupStep.Superseded.class);
        stores.cleanups.abandon(account(1), run, "aborted", BY);
        assertThat(read(stores).state()).isEqualTo(AccountState.DIRTY);
        stores.holds.releaseAccount(account(1), CAUSE);
        CleanupRun next = read(stores).cleanup().run().orElseThrow();
        assertThat(next).isNotEqualTo(run);
        begun(stores.cleanups.begin(account(1), next, 1, BY));
        assertThat(read(stores).cleanup().attempts()).isEqualTo(1);
        stores.checkInvariants();
    }

    @Test
    void release_returnsTheAccountAsItIsStored() {
        StoreFixture stores = stores();
        CleanupRun run = dirty(stores);
        AttemptId attempt = begun(stores.cleanups.begin(account(1), run, 1, BY));
        stores.cleanups.finish(account(1), attempt, failed(), BY);
        stores.hold(1);

        assertThat(stores.holds.releaseAccount(account(1), CAUSE)).isEqualTo(new HoldOutcome.Marked(read(stores)));
        assertThat(read(stores).cleanup().attempts()).isZero();
    }

    @Test
    void attemptsByHand_areRefused_whileTheStageCleansAccounts() {
        StoreFixture stores = stores();
        CleanupRun run = dirty(stores);
        assertThat(stores.cleanups.startCleanup(account(1), BY)).isInstanceOf(StateOutcome.Automatic.class);
        assertThat(stores.cleanups.startCleanup(account(2), BY)).isInstanceOf(StateOutcome.NotFound.class);
        AttemptId attempt = begun(stores.cleanups.begin(account(1), run, 1, BY));

        assertThat(stores.cleanups.finishCleanup(account(1), new Cleanup.Result(attempt, true), Optional.empty(), BY))
                .isInstanceOf(StateOutcome.Automatic.class);
        // Without the setting there is no workflow that could finish it.
        assertThat(inState(new StoreFixture(DYNAMO)
                                .cleanups.finishCleanup(
                                        account(1), new Cleanup.Result(attempt, true), Optional.empty(), BY))
                        .state())
                .isEqualTo(AccountState.AVAILABLE);
    }

    @Test
    void attemptByHand_fromBeforeTheStageCleanedAccounts_canBeFinished() {
        StoreFixture before = new StoreFixture(DYNAMO);
        before.fill(1, AccountState.DIRTY);
        AttemptId attempt = before.startCleanup(1);

        assertThat(inState(stores().cleanups
                                .finishCleanup(account(1), new Cleanup.Result(attempt, false), Optional.empty(), BY))
                        .state())
                .isEqualTo(AccountState.DIRTY);
    }

    @Test
    void operator_startsAgain_onlyIfTheStageCleansAccounts() {
        StoreFixture stores = stores();
        StoreFixture byHand = new StoreFixture(DYNAMO);
        for (AccountState from : List.of(AccountState.INITIAL, AccountState.FAILED, AccountState.DIRTY)) {
            stores.clear();
            stores.fill(1, from);
            var untouched = stores.contents();
            byHand.accounts.markAccount(account(1), AccountState.DIRTY, CAUSE);
            assertThat(stores.contents()).isEqualTo(untouched);

            Account marked = inState(stores.accounts.markAccount(account(1), AccountState.DIRTY, CAUSE));
            assertThat(marked.cleanup().run()).isPresent();
            assertThat(read(stores).state()).isEqualTo(AccountState.DIRTY);
            stores.checkInvariants();
        }
        stores.cleanups.begin(account(1), read(stores).cleanup().run().orElseThrow(), 1, BY);
        assertThat(stores.accounts.markAccount(account(1), AccountState.DIRTY, CAUSE))
                .isEqualTo(new StateOutcome.NotAllowed(AccountState.CLEANING, AccountState.DIRTY));
    }

    @Test
    void resultsOfTwoReporters_countOnce() {
        StoreFixture stores = stores();
        CleanupRun run = dirty(stores);
        AttemptId attempt = begun(stores.cleanups.begin(account(1), run, 1, BY));

        List<CleanupStep> steps = Threads.race(
                        16,
                        i -> untilServed(() -> stores.cleanups.finish(
                                account(1), attempt, Report.of(i % 2 == 0, Optional.empty()), BY)))
                .allResults();

        boolean cleaned = read(stores).state() == AccountState.AVAILABLE;
        assertThat(steps.stream().filter(step -> !(step instanceof CleanupStep.Superseded)))
                .isNotEmpty()
                .allMatch(step -> step instanceof CleanupStep.Cleaned == cleaned);
        assertThat(attempts(stores)).hasSize(1);
        assertThat(read(stores).cleanup().attempts()).isEqualTo(cleaned ? 0 : 1);
        stores.checkInvariants();
    }

    @Test
    void startsOfOneRun_makeOneAttempt() {
        StoreFixture stores = stores();
        CleanupRun run = dirty(stores);

        List<CleanupStep> steps = Threads.race(
                        16, _ -> untilServed(() -> stores.cleanups.begin(account(1), run, 1, BY)))
                .allResults();

        assertThat(steps).allMatch(step -> step.equals(new CleanupStep.Begun(run.attempt(1))));
        assertThat(attempts(stores)).hasSize(1);
        assertThat(read(stores).cleanup().attempts()).isEqualTo(1);
    }

    @Test
    void records_keepTheLastAttempts_onPages() {
        StoreFixture stores = new StoreFixture(DYNAMO);
        stores.fill(1, AccountState.DIRTY);
        IntStream.range(0, CleanupRecords.LENGTH + 1).forEach(i -> {
            AttemptId attempt = stores.startCleanup(1);
            stores.clock.advance(Duration.ofMinutes(3));
            stores.cleanups.finishCleanup(account(1), new Cleanup.Result(attempt, false), Optional.empty(), BY);
        });
        AttemptId running = stores.startCleanup(1);

        var first =
                stores.cleanups.listAttempts(account(1), 15, Optional.empty()).orElseThrow();
        var second = stores.cleanups.listAttempts(account(1), 15, first.next()).orElseThrow();
        assertThat(first.items()).hasSize(15);
        assertThat(first.items().getFirst())
                .extracting(CleanupAttempt::id, CleanupAttempt::running)
                .containsExactly(running, true);
        assertThat(second.items()).hasSize(CleanupRecords.LENGTH - 15).noneMatch(CleanupAttempt::running);
        assertThat(second.next()).isEmpty();
        assertThat(stores.cleanups.listAttempts(account(2), 15, Optional.empty()))
                .isEmpty();
        assertThat(stores.item(PoolKey.cleanupsOf(account(1))).orElseThrow().number("ttl"))
                .isEqualTo(stores.clock.instant().plus(Duration.ofDays(90)).getEpochSecond());
    }

    @Test
    void cursorOfARecordThatIsNoLongerKept_isTheEndOfTheList() {
        StoreFixture stores = new StoreFixture(DYNAMO);
        stores.fill(1, AccountState.DIRTY);
        AttemptId oldest = fail(stores);
        IntStream.range(0, CleanupRecords.LENGTH).forEach(_ -> fail(stores));

        assertThat(stores.cleanups
                        .listAttempts(account(1), 15, Optional.of(oldest))
                        .orElseThrow()
                        .items())
                .isEmpty();
    }

    private static AttemptId fail(StoreFixture stores) {
        AttemptId attempt = stores.startCleanup(1);
        stores.cleanups.finishCleanup(account(1), new Cleanup.Result(attempt, false), Optional.empty(), BY);
        return attempt;
    }

    @Test
    void records_thatAreDamaged_areLeftOut_andDoNotBlockAttempts() {
        StoreFixture stores = new StoreFixture(DYNAMO);
        stores.fill(1, AccountState.DIRTY);
        stores.put(PoolKey.cleanupsOf(account(1)), Map.of("data", AttributeValue.fromS("no list")));

        assertThat(attempts(stores)).isEmpty();
        stores.cleanUp(1, true);
        assertThat(attempts(stores)).hasSize(1);
    }

    @Test
    void recordsOfAnotherType_areLeftOut_andDoNotBlockAttempts() {
        StoreFixture stores = new StoreFixture(DYNAMO);
        stores.fill(1, AccountState.DIRTY);
        List<AttributeValue> damaged = List.of(AttributeValue.fromS("no map"), AttributeValue.fromM(Map.of()));
        stores.put(PoolKey.cleanupsOf(account(1)), Map.of("data", AttributeValue.fromL(damaged)));

        assertThat(attempts(stores)).isEmpty();
        stores.cleanUp(1, true);
        assertThat(attempts(stores)).hasSize(1);
    }

    @Test
    void resultOfAnAttempt_doesNotEndTheLeaseOfARepairedAccount() {
        StoreFixture stores = new StoreFixture(DYNAMO);
        stores.fill(1);
        Lease lease = stores.lease("a");
        Map<String, AttributeValue> cleaning =
                new TreeMap<>(stores.item(PoolKey.of(account(1))).orElseThrow().attributes());
        cleaning.put("data", AttributeValue.fromS("cleaning"));
        cleaning.put("attemptId", AttributeValue.fromS("old"));
        stores.put(PoolKey.of(account(1)), cleaning);
        stores.verify(true);

        assertThat(stores.cleanups.finishCleanup(
                        account(1), new Cleanup.Result(new AttemptId("old"), true), Optional.empty(), BY))
                .isInstanceOf(StateOutcome.Stale.class);
        assertThat(read(stores).lease()).contains(lease.id());
        assertThat(read(stores).cleanup().attempt()).isEmpty();
        stores.checkInvariants();
    }
}
