package dev.backplane.pool.store;

import static dev.backplane.pool.store.StoreFixture.BY;
import static dev.backplane.pool.store.StoreFixture.CAUSE;
import static dev.backplane.pool.store.StoreFixture.account;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.platform.dynamo.Page;
import dev.backplane.pool.AccountDetails;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.EndReason;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.PoolSettings;
import dev.backplane.testing.DynamoLocal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@ParameterizedClass
@ValueSource(ints = {1, 4})
class AccountDetailsStoreTest {

    @Parameter
    private int shards;

    @RegisterExtension
    static final DynamoLocal DYNAMO = DynamoLocal.with(PoolStore.TABLE);

    private StoreFixture stores;

    @BeforeEach
    void open() {
        stores = new StoreFixture(DYNAMO, Map.of(PoolSettings.POOL_LIST_SHARDS, Integer.toString(shards)));
    }

    private List<AccountDetails> list(AccountList list) {
        return stores.details.listDetails(list, 100, Optional.empty()).items();
    }

    private static List<AccountId> ids(List<AccountDetails> details) {
        return details.stream().map(found -> found.account().id()).toList();
    }

    @Test
    void accounts_areAsTheyAreReadAlone_withTheirLeases() {
        stores.fill(3);
        stores.label(2, "gpu");
        Lease lease = stores.lease("ann@x.io");
        stores.hold(3);

        List<AccountDetails> all = list(AccountList.ALL);

        assertThat(all)
                .extracting(AccountDetails::account)
                .containsExactlyElementsOf(StoreFixture.upTo(3)
                        .mapToObj(number ->
                                stores.accounts.getAccount(account(number)).orElseThrow())
                        .toList());
        assertThat(all)
                .filteredOn(details -> details.account().state() == AccountState.LEASED)
                .singleElement()
                .isEqualTo(new AccountDetails(
                        stores.accounts.getAccount(lease.account()).orElseThrow(),
                        Optional.of(new LeaseRecord.Active(lease))));
        assertThat(all)
                .filteredOn(details -> details.account().state() != AccountState.LEASED)
                .allMatch(details -> details.lease().isEmpty());
    }

    @Test
    void thousandAccounts_areOnPagesOfTheirIds_eachOnceAndInThreeCalls() {
        stores.fillLeased(1000, _ -> 60);
        List<AccountDetails> all = new ArrayList<>();
        Optional<AccountId> next = Optional.empty();
        int pages = 0;
        do {
            int before = stores.calls();
            Page<AccountDetails, AccountId> page = stores.details.listDetails(AccountList.ALL, 100, next);
            assertThat(stores.calls() - before).isEqualTo(3);
            all.addAll(page.items());
            next = page.next();
            pages++;
        } while (next.isPresent());

        assertThat(pages).isEqualTo(10);
        assertThat(ids(all))
                .isEqualTo(
                        StoreFixture.upTo(1000).mapToObj(StoreFixture::account).toList());
        assertThat(all)
                .allSatisfy(details -> assertThat(
                                details.lease().orElseThrow().lease().account())
                        .isEqualTo(details.account().id()));
    }

    @Test
    void pages_ofAnEmptyPool_areOneWithoutItems() {
        assertThat(stores.details.listDetails(AccountList.ALL, 10, Optional.empty()))
                .isEqualTo(new Page<>(List.of(), Optional.empty()));
    }

    @ParameterizedTest
    @EnumSource
    void lists_haveTheAccountsThatTheListOfIdsHas(AccountList list) {
        stores.fill(8);
        Lease lease = stores.lease("ann@x.io");
        List<AccountId> left = new ArrayList<>(stores.accounts.listAccounts(AccountList.AVAILABLE));
        stores.accounts.markAccount(left.removeFirst(), AccountState.DIRTY, CAUSE);
        stores.accounts.markAccount(left.removeFirst(), AccountState.FAILED, CAUSE);
        AccountId cleaned = left.removeFirst();
        stores.accounts.markAccount(cleaned, AccountState.DIRTY, CAUSE);
        stores.cleanups.startCleanup(cleaned, BY);
        stores.holds.holdAccount(left.removeFirst(), CAUSE);
        stores.accounts.addAccount(account(9), Optional.empty(), BY);
        stores.access.recordIssue(lease, Optional.empty());
        stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), CAUSE);
        stores.revocations.recordFailure(lease.account());
        stores.lease("bea@x.io");
        stores.checkInvariants();

        assertThat(ids(list(list))).isNotEmpty().isEqualTo(stores.accounts.listAccounts(list));
    }

    @Test
    void account_thatLeavesTheListWhileItIsRead_isLeftOut() {
        stores.fill(3);
        beforeCall(2, () -> {
            stores.accounts.markAccount(account(1), AccountState.FAILED, CAUSE);
            stores.accounts.removeAccount(account(2), CAUSE);
        });

        assertThat(ids(list(AccountList.AVAILABLE))).containsExactly(account(3));
    }

    @Test
    void lease_thatEndsWhileItIsRead_isLeftOut() {
        stores.fill(1);
        Lease lease = stores.lease("ann@x.io");
        beforeCall(3, () -> stores.leases.endLease(lease.id(), EndReason.RELEASED, Optional.empty(), CAUSE));

        assertThat(list(AccountList.LEASED)).singleElement().satisfies(details -> {
            assertThat(details.account().lease()).contains(lease.id());
            assertThat(details.lease()).isEmpty();
        });
    }

    /** Runs the work of another caller before a call of the next list: 1 reads it, 2 the accounts, 3 their leases. */
    private void beforeCall(int number, Runnable work) {
        int last = stores.calls() + number;
        AtomicBoolean done = new AtomicBoolean();
        stores.faults.beforeEachCall(() -> {
            if (stores.calls() == last && !done.getAndSet(true)) {
                work.run();
            }
        });
    }

    @Test
    void lease_thatIsDue_hasEnded() {
        stores.fill(1);
        stores.lease("ann@x.io", 30);
        stores.clock.advance(Duration.ofMinutes(30));

        assertThat(list(AccountList.LEASED).getFirst().lease())
                .containsInstanceOf(LeaseRecord.Ended.class)
                .map(LeaseRecord::lease)
                .map(Lease::user)
                .contains(StoreFixture.user("ann@x.io"));
    }

    @Test
    void damagedItems_areLeftOut_andDoNotHideOthers() {
        stores.fillLeased(3, _ -> 60);
        stores.put(PoolKey.of(account(1)), Map.of("data", AttributeValue.fromS("sold")));
        stores.put(PoolKey.of(new LeaseId("00000000-0000-4000-8000-000000000002")), Map.of());
        stores.drift(PoolKey.ALL, "zzz", true);

        List<AccountDetails> all = list(AccountList.ALL);

        assertThat(ids(all)).containsExactly(account(2), account(3));
        assertThat(all.getFirst().lease()).isEmpty();
        assertThat(all.getLast().lease()).isPresent();
    }

    @Test
    void entryThatIsNoAccount_isNeverThePositionOfAPage() {
        stores.fill(2);
        stores.drift(PoolKey.ALL, "000", true);

        assertThat(stores.details
                        .listDetails(AccountList.ALL, 1, Optional.empty())
                        .next())
                .contains(account(1));
    }
}
