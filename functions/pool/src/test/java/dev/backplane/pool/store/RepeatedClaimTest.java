package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.claim;
import static dev.backplane.pool.store.StoreFixture.leased;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.pool.AccountState;
import dev.backplane.pool.Claim;
import dev.backplane.pool.ClaimOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.Lease.Terms;
import dev.backplane.testing.DynamoLocal;
import dev.backplane.testing.TestClock;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RepeatedClaimTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private static Claim keyed(String user, String key, int minutes) {
        return new Claim(
                user(user),
                Terms.of(Optional.of(minutes), Optional.empty()),
                StoreFixture.key(user, key),
                StoreFixture.BY);
    }

    @Test
    void claim_underAKeyAgain_returnsTheLeaseOfTheFirst() {
        stores.fill(3);
        Lease first = leased(stores.claims.createLease(claim("a", "k1")));

        assertThat(stores.claims.createLease(claim("a", "k1"))).isEqualTo(new ClaimOutcome.Repeated(first));
        assertThat(stores.ids(AccountState.LEASED)).hasSize(1);
    }

    @Test
    void claim_underAKeyAgain_whenNoAccountIsLeft_returnsTheLeaseOfTheFirst() {
        stores.fill(1);
        Lease first = leased(stores.claims.createLease(claim("a", "k1")));

        assertThat(stores.claims.createLease(claim("a", "k1"))).isEqualTo(new ClaimOutcome.Repeated(first));
    }

    @Test
    void claim_underAKeyAgain_afterTheLeaseEnded_returnsItsRecord() {
        stores.fill(2);
        Lease first = leased(stores.claims.createLease(claim("a", "k1")));
        stores.leases.endLease(first.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE);

        ClaimOutcome record = new ClaimOutcome.RepeatedLate(
                new EndedLease(first, EndReason.RELEASED, TestClock.START, Optional.of(StoreFixture.CAUSE)));
        assertThat(stores.claims.createLease(claim("a", "k1"))).isEqualTo(record);
        stores.accounts.removeAccount(account(1), StoreFixture.CAUSE);
        stores.accounts.removeAccount(account(2), StoreFixture.CAUSE);
        assertThat(stores.claims.createLease(claim("a", "k1"))).isEqualTo(record);
        stores.checkInvariants();
    }

    @Test
    void claim_underAKeyAgain_whenTheLeaseIsDue_endsItAndReturnsItsRecord() {
        stores.fill(2);
        Lease first = leased(stores.claims.createLease(keyed("a", "k1", 5)));
        stores.clock.advance(Duration.ofMinutes(6));

        assertThat(stores.claims.createLease(keyed("a", "k1", 5)))
                .isEqualTo(new ClaimOutcome.RepeatedLate(
                        new EndedLease(first, EndReason.EXPIRED, first.expires(), Optional.of(StoreFixture.CAUSE))));
        stores.checkInvariants();
    }

    @Test
    void claim_underAKeyWithOtherTerms_isRefusedWhileTheLeaseIsActiveAndAfter() {
        stores.fill(3);
        Lease first = leased(stores.claims.createLease(keyed("a", "k1", 60)));

        assertThat(stores.claims.createLease(keyed("a", "k1", 61))).isEqualTo(new ClaimOutcome.OtherTerms(first.id()));
        assertThat(stores.claims.createLease(claim("a", "k1"))).isEqualTo(new ClaimOutcome.OtherTerms(first.id()));
        stores.leases.endLease(first.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE);
        assertThat(stores.claims.createLease(keyed("a", "k1", 61))).isEqualTo(new ClaimOutcome.OtherTerms(first.id()));
    }

    @Test
    void claim_underTheSameKeyOfAnotherUser_isAnotherLease() {
        stores.fill(2);

        Lease a = leased(stores.claims.createLease(claim("a", "k1")));
        Lease b = leased(stores.claims.createLease(claim("b", "k1")));

        assertThat(a.id()).isNotEqualTo(b.id());
        stores.checkInvariants();
    }
}
