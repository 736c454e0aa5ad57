package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.claim;
import static dev.backplane.pool.store.StoreFixture.leased;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.PoolSettings;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ClaimTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static Claim claimOf(String user, int account) {
        return new Claim(
                user(user),
                Terms.of(Optional.empty(), Optional.of(account(account))),
                Optional.empty(),
                StoreFixture.BY);
    }

    @Test
    void claim_lastsEightHoursUnlessItSaysOtherwise() {
        stores.fill(2);

        assertThat(stores.lease("a").expires()).isEqualTo(TestClock.START.plus(Duration.ofHours(8)));
        assertThat(stores.lease("b", 5).expires()).isEqualTo(TestClock.START.plus(Duration.ofMinutes(5)));
        stores.checkInvariants();
    }

    @Test
    void claim_ofAnEmptyPool_writesNothing() {
        assertThat(stores.claims.createLease(claim("a")))
                .isEqualTo(new ClaimOutcome.NoAccount(Optional.empty(), Duration.ofMinutes(1)));
        assertThat(stores.rows()).isEmpty();
    }

    @Test
    void claim_ofAnEmptyPool_saysWhenTheNextLeaseEndsAndIsCleaned() {
        stores.fill(1);
        stores.lease("a", 20);
        stores.sweeper.sweep(StoreFixture.BY);

        assertThat(stores.claims.createLease(claim("b")))
                .isEqualTo(new ClaimOutcome.NoAccount(
                        Optional.of(TestClock.START.plus(Duration.ofMinutes(25))), Duration.ofMinutes(25)));
    }

    @Test
    void claim_ofAUserWithALease_namesItAndTakesNoAccount() {
        stores.fill(2);
        Lease lease = stores.lease("a");

        assertThat(stores.claims.createLease(claim("a"))).isEqualTo(new ClaimOutcome.HasLease(lease.id()));
        assertThat(stores.ids(AccountState.AVAILABLE)).hasSize(1);
        stores.checkInvariants();
    }

    @Test
    void claim_ofAUserWithALease_namesItAlsoWhenNoAccountIsLeft() {
        stores.fill(1);
        Lease lease = stores.lease("a");

        assertThat(stores.claims.createLease(claim("a"))).isEqualTo(new ClaimOutcome.HasLease(lease.id()));
    }

    @Test
    void claim_ofAUserWhoseLeaseIsDue_endsItFirst() {
        stores.fill(2);
        Lease old = stores.lease("a", 5);
        stores.clock.advance(Duration.ofMinutes(5));

        Lease next = stores.lease("a");

        assertThat(next.account()).isNotEqualTo(old.account());
        assertThat(stores.leases.getLease(old.id()))
                .contains(new LeaseRecord.Ended(
                        new EndedLease(old, EndReason.EXPIRED, old.expires(), Optional.of(StoreFixture.CAUSE))));
        stores.checkInvariants();
    }

    @Test
    void claim_ofAUserWhoseLeaseIsDue_whenNoAccountIsLeft_endsItAndFindsNone() {
        stores.fill(1);
        Lease old = stores.lease("a", 5);
        stores.clock.advance(Duration.ofMinutes(5));

        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.NoAccount.class);
        assertThat(stores.item(PoolKey.of(old.id()))).isEmpty();
        assertThat(stores.ids(AccountState.DIRTY)).containsExactly(account(1).value());
        stores.checkInvariants();
    }

    @Test
    void claim_ofAUserWhoseLeaseEndsInASecond_isRefused() {
        stores.fill(2);
        stores.lease("a", 5);
        stores.clock.advance(Duration.ofMinutes(5).minusSeconds(1));

        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.HasLease.class);
    }

    @Test
    void claim_ofUsersWithSimilarNames_areOfDifferentUsers() {
        stores.fill(3);

        stores.lease("a.b@x.io");
        stores.lease("a+b@x.io");
        stores.lease("a b@x.io");

        assertThat(stores.users.getUser(user("a b@x.io")).orElseThrow().lease()).isPresent();
        stores.checkInvariants();
    }

    @Test
    void claim_ofACertainAccount_takesItOrSaysThatItIsTaken() {
        stores.fill(3);

        assertThat(leased(stores.claims.createLease(claimOf("a", 2))).account()).isEqualTo(account(2));
        assertThat(stores.claims.createLease(claimOf("b", 2))).isEqualTo(new ClaimOutcome.AccountTaken(account(2)));
        assertThat(stores.claims.createLease(claimOf("b", 9))).isEqualTo(new ClaimOutcome.AccountTaken(account(9)));
        stores.checkInvariants();
    }

    @Test
    void claim_ofAnUnknownUser_whereUsersMustBeRegistered_isRefused() {
        StoreFixture strict = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_SELF_REGISTRATION, "false"));
        assertThat(strict.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.UnknownUser.class);
        strict.fill(1);
        assertThat(strict.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.UnknownUser.class);

        strict.users.addUser(user("a"));

        assertThat(strict.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.Leased.class);
        strict.checkInvariants();
    }

    @Test
    void claim_whenTheListNamesAccountsThatAreNotAvailable_findsNone() {
        stores.fill(3, AccountState.DIRTY);
        StoreFixture.upTo(3)
                .forEach(i -> stores.drift(
                        PoolKey.of(AccountState.AVAILABLE), account(i).value(), true));

        assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.NoAccount.class);
        assertThat(stores.item(PoolKey.of(user("a")))).isEmpty();
    }

    @Test
    void claim_ofAUserWhoseLeaseIsLost_namesItInsteadOfTryingForEver() {
        stores.fill(2);
        Lease lease = stores.lease("a");
        stores.delete(PoolKey.of(lease.id()));

        assertThat(stores.claims.createLease(claim("a"))).isEqualTo(new ClaimOutcome.HasLease(lease.id()));
    }

    @Test
    void claim_whenTheListIsOfTheOldForm_namesTheItem() {
        stores.put(
                PoolKey.of(AccountState.AVAILABLE),
                Map.of("data", AttributeValue.fromL(List.of(AttributeValue.fromS("000000000001")))));

        assertThatThrownBy(() -> stores.claims.createLease(claim("a")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("account_status#available");
    }

    @Test
    void claim_soonAfterAnother_sparesTheReadOfTheList() {
        stores.fill(9);
        stores.lease("a");
        int before = stores.calls();

        stores.lease("b");
        assertThat(stores.calls() - before).isEqualTo(1);

        stores.clock.advance(Candidates.CACHE_AGE);
        stores.lease("c");
        assertThat(stores.calls() - before).isEqualTo(3);
        stores.checkInvariants();
    }

    @Test
    void claim_whoseRememberedAccountIsTaken_readsTheListAtOnce() {
        stores.fill(9);
        Lease lease = stores.lease("a");
        StoreFixture.upTo(9)
                .filter(i -> !account(i).equals(lease.account()))
                .forEach(i -> stores.accounts.markAccount(account(i), AccountState.DIRTY, StoreFixture.CAUSE));
        stores.accounts.addAccount(account(10), Optional.empty(), StoreFixture.BY);
        stores.accounts.markAccount(account(10), AccountState.AVAILABLE, StoreFixture.CAUSE);
        int before = stores.calls();

        assertThat(stores.lease("b").account()).isEqualTo(account(10));
        assertThat(stores.calls() - before).isEqualTo(3);
        stores.checkInvariants();
    }

    @Test
    void claim_whenAllRememberedAccountsAreTaken_findsNoneOnlyByTheList() {
        stores.fill(9);
        Lease lease = stores.lease("a");
        StoreFixture.upTo(9)
                .filter(i -> !account(i).equals(lease.account()))
                .forEach(i -> stores.accounts.markAccount(account(i), AccountState.DIRTY, StoreFixture.CAUSE));
        int before = stores.calls();

        assertThat(stores.claims.createLease(claim("b"))).isInstanceOf(ClaimOutcome.NoAccount.class);
        assertThat(stores.faults.operations().subList(before, stores.calls()))
                .containsExactly("TransactWriteItems", "GetItem", "TransactGetItems", "BatchGetItem");
    }

    @Test
    void claim_thatLosesAccounts_readsTheListAgainBeforeEachFurtherAttempt() {
        stores.fill(3, AccountState.DIRTY);
        StoreFixture.upTo(3)
                .forEach(i -> stores.drift(
                        PoolKey.of(AccountState.AVAILABLE), account(i).value(), true));

        List<String> calls = callsOf(
                () -> assertThat(stores.claims.createLease(claim("a"))).isInstanceOf(ClaimOutcome.NoAccount.class));

        assertThat(calls)
                .endsWith(
                        "GetItem",
                        "TransactWriteItems",
                        "GetItem",
                        "TransactWriteItems",
                        "GetItem",
                        "TransactWriteItems",
                        "GetItem",
                        "TransactGetItems",
                        "BatchGetItem");
    }

    private List<String> callsOf(Runnable work) {
        int before = stores.calls();
        work.run();
        return stores.faults.operations().subList(before, stores.calls());
    }
}
