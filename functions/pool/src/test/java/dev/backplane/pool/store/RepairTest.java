package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseLimits;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.LeaseUsage;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Revocation;
import dev.backplane.testing.DynamoLocal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A lease that a repair ends, and its account, are treated as by any other end of a lease. */
class RepairTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    private void repair() {
        stores.verify(true);
        assertThat(stores.verify(false).findings()).isEmpty();
        stores.checkInvariants();
    }

    /** Stores a lease that contradicts others, and for which credentials were issued. */
    private void put(LeaseId id, Lease like, String user) {
        Lease lease = new Lease(
                id,
                like.account(),
                user(user),
                like.created(),
                like.expires(),
                0,
                like.terms(),
                0,
                Lease.Actors.creator(StoreFixture.BY),
                LeaseLimits.DEFAULT,
                LeaseUsage.NONE.withIssued(stores.clock.instant()));
        stores.put(PoolKey.of(id), LeaseRows.toItem(lease).attributes());
    }

    private Account accountOf(Lease lease) {
        return stores.accounts.getAccount(lease.account()).orElseThrow();
    }

    private Revocation pending() {
        return new Revocation(Revocation.Status.PENDING, stores.clock.instant());
    }

    @Test
    void endOfASecondLeaseOfAUser_thatIssuedCredentials_requiresTheirRevocation() {
        stores.fill(2);
        stores.lease("a");
        Lease other = stores.lease("b");
        put(other.id(), other, "a");

        repair();

        assertThat(accountOf(other).state()).isEqualTo(AccountState.DIRTY);
        assertThat(accountOf(other).marks().revocation()).contains(pending());
    }

    @Test
    void endOfASecondLeaseOfAnAccount_thatIssuedCredentials_requiresTheirRevocation() {
        stores.fill(2);
        Lease kept = stores.lease("a");
        put(new LeaseId("other"), kept, "b");

        repair();

        assertThat(stores.leases.getLease(kept.id())).contains(new LeaseRecord.Active(kept));
        assertThat(accountOf(kept).marks().revocation()).contains(pending());
    }

    @Test
    void accountThatBecomesDirty_isCleanedWhereTheStageCleansAccounts() {
        stores = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_CLEANING, "true"));
        stores.fill(1);
        Lease lease = stores.lease("a");
        Map<String, AttributeValue> account = new HashMap<>(
                stores.item(PoolKey.of(lease.account())).map(Item::attributes).orElseThrow());
        account.put("attempts", Values.number(3));
        stores.put(PoolKey.of(lease.account()), account);
        stores.delete(PoolKey.of(lease.id()));

        repair();

        assertThat(accountOf(lease).state()).isEqualTo(AccountState.DIRTY);
        assertThat(accountOf(lease).cleanup().run()).isPresent();
        assertThat(accountOf(lease).cleanup().attempts()).isZero();
    }

    @Test
    void accountThatBecomesDirty_isNotCleanedInOtherStages() {
        stores.fill(1);
        Lease lease = stores.lease("a");
        stores.delete(PoolKey.of(lease.id()));

        repair();

        assertThat(accountOf(lease).cleanup().run()).isEqualTo(Optional.empty());
    }
}
