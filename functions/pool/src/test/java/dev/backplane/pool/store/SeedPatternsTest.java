package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.account;
import static dev.backplane.pool.store.StoreFixture.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AddOutcome;
import dev.backplane.pool.EndOutcome;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.RemoveOutcome;
import dev.backplane.testing.DynamoLocal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Every access pattern of the table design, under its own name. */
class SeedPatternsTest {

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private static final String BILL = "bill.bob@gmail.com";

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO);
    }

    @AfterEach
    void invariantsHold() {
        stores.checkInvariants();
    }

    @Test
    void listingAllAccountsInThePool_regardlessOfLeaseState() {
        stores.fill(2);
        stores.lease(BILL);
        stores.accounts.addAccount(new AccountId("001234567890"), Optional.empty(), StoreFixture.BY);

        assertThat(stores.accounts.listAccounts(AccountList.ALL))
                .containsExactly(account(1), account(2), new AccountId("001234567890"));
    }

    @Test
    void listingAllAccounts_ofAnEmptyPool_isEmpty() {
        assertThat(stores.accounts.listAccounts(AccountList.ALL)).isEmpty();
        for (AccountState state : AccountState.values()) {
            assertThat(stores.accounts.listAccounts(AccountList.of(state))).isEmpty();
        }
    }

    @Test
    void listingAllAccountsInThePool_withoutAnActiveLease() {
        stores.fill(3);
        Lease lease = stores.lease(BILL);

        assertThat(stores.accounts.listAccounts(AccountList.AVAILABLE))
                .hasSize(2)
                .doesNotContain(lease.account());
    }

    @Test
    void listingAllAccountsInThePool_inTheInitialState() {
        stores.fill(1);
        stores.accounts.addAccount(account(7), Optional.empty(), StoreFixture.BY);

        assertThat(stores.accounts.listAccounts(AccountList.INITIAL)).containsExactly(account(7));
    }

    @Test
    void removingAnAccountFromThePool() {
        stores.fill(2);

        assertThat(stores.accounts.removeAccount(account(1), StoreFixture.CAUSE))
                .isInstanceOf(RemoveOutcome.Removed.class);

        assertThat(stores.item(PoolKey.of(account(1)))).isEmpty();
        assertThat(stores.ids(PoolKey.ALL)).containsExactly(account(2).value());
        assertThat(stores.ids(AccountState.AVAILABLE))
                .containsExactly(account(2).value());
    }

    @Test
    void addingAnAccountToThePool() {
        assertThat(stores.accounts.addAccount(account(3), Optional.empty(), StoreFixture.BY))
                .isInstanceOf(AddOutcome.Added.class);

        assertThat(stores.item(PoolKey.of(account(3))).orElseThrow().text("data"))
                .isEqualTo("initial");
        assertThat(stores.ids(PoolKey.ALL)).containsExactly(account(3).value());
        assertThat(stores.ids(AccountState.INITIAL)).containsExactly(account(3).value());
    }

    @Test
    void markingAnAccountAsAvailable() {
        stores.accounts.addAccount(account(3), Optional.empty(), StoreFixture.BY);
        // It is removed from everywhere else, also from where it should not have been.
        stores.drift(PoolKey.of(AccountState.DIRTY), account(3).value(), true);

        assertThat(StoreFixture.inState(
                                stores.accounts.markAccount(account(3), AccountState.AVAILABLE, StoreFixture.CAUSE))
                        .state())
                .isEqualTo(AccountState.AVAILABLE);

        assertThat(stores.item(PoolKey.of(account(3))).orElseThrow().text("data"))
                .isEqualTo("available");
        assertThat(stores.ids(AccountState.AVAILABLE))
                .containsExactly(account(3).value());
        assertThat(stores.ids(AccountState.INITIAL)).isEmpty();
        assertThat(stores.ids(AccountState.DIRTY)).isEmpty();
    }

    @Test
    void listingAllActiveLeases() {
        stores.fill(3);
        Lease first = stores.lease("a@x.io");
        Lease second = stores.lease("b@x.io");

        assertThat(stores.leases.listActiveLeases(25, Optional.empty()).items())
                .containsExactlyInAnyOrder(first, second);
        assertThat(stores.ids(PoolKey.ACTIVE))
                .containsExactlyInAnyOrder(first.id().value(), second.id().value());
    }

    @Test
    void retrievingInformationAboutASpecificLease() {
        stores.fill(1);
        Lease lease = stores.lease(BILL);

        assertThat(stores.leases.getLease(lease.id())).contains(new LeaseRecord.Active(lease));
    }

    @Test
    void retrievingInformationAboutASpecificUser() {
        stores.fill(1);
        Lease lease = stores.lease(BILL);

        assertThat(stores.users.getUser(user(BILL)).orElseThrow().lease()).contains(lease);
    }

    @Test
    void creatingALease() {
        stores.fill(1);
        Lease lease = stores.lease(BILL);

        Item data = LeaseRows.data(stores.item(PoolKey.of(lease.id())).orElseThrow());
        assertThat(data.text("state")).isEqualTo("active");
        assertThat(data.text("account")).isEqualTo(account(1).value());
        assertThat(data.text("user")).isEqualTo(BILL);
        assertThat(stores.ids(PoolKey.ACTIVE)).containsExactly(lease.id().value());
        Item held = LeaseRows.data(stores.item(PoolKey.of(user(BILL))).orElseThrow());
        assertThat(held.attributes())
                .isEqualTo(Map.of(
                        "lease", AttributeValue.fromS(lease.id().value()),
                        "account", AttributeValue.fromS(account(1).value())));
        assertThat(stores.item(PoolKey.of(account(1))).orElseThrow().text("data"))
                .isEqualTo("leased");
        // The last account is gone from its list, which is empty and not an error.
        assertThat(stores.accounts.listAccounts(AccountList.AVAILABLE)).isEmpty();
    }

    @Test
    void deletingALease() {
        stores.fill(1);
        Lease lease = stores.lease(BILL);

        assertThat(stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), StoreFixture.CAUSE))
                .isInstanceOf(EndOutcome.Ended.class);

        assertThat(stores.item(PoolKey.of(lease.id()))).isEmpty();
        assertThat(stores.ids(PoolKey.ACTIVE)).isEmpty();
        assertThat(stores.item(PoolKey.of(user(BILL))).orElseThrow().attributes())
                .doesNotContainKey("data");
        assertThat(stores.ids(AccountState.DIRTY)).isEqualTo(Set.of(account(1).value()));
    }

    @Test
    void addingAUser() {
        assertThat(stores.users.addUser(user(BILL))).isEmpty();
        assertThat(stores.users.addUser(user(BILL))).isPresent();

        assertThat(stores.item(PoolKey.of(user(BILL)))).isPresent();
        assertThat(stores.users.getUser(user(BILL)).orElseThrow().lease()).isEmpty();
        assertThat(stores.contents().keySet()).isEqualTo(Set.of("user_id#" + BILL));
    }
}
