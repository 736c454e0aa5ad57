package dev.backplane.pool.store;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Page;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountDetails;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountList;
import dev.backplane.pool.LeaseRecord;
import dev.backplane.pool.PoolSettings;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists accounts with their leases: ids from a list, then the items of one page. */
public final class AccountDetailsStore {

    private final PoolReader reader;
    private final Clock clock;

    AccountDetailsStore(Dynamo dynamo, PoolSettings settings, Clock clock) {
        this.reader = new PoolReader(dynamo, settings);
        this.clock = clock;
    }

    /** Lists accounts by id; a page may have fewer than its limit, because accounts change while it is read. */
    public Page<AccountDetails, AccountId> listDetails(AccountList list, int limit, Optional<AccountId> after) {
        List<AccountId> ids = reader.ids(PoolKey.of(list)).stream()
                // An entry of a damaged list could not be the position of a page.
                .filter(AccountId::isValid)
                .map(AccountId::new)
                .filter(id -> after.isEmpty() || id.compareTo(after.get()) > 0)
                .limit(limit + 1L)
                .toList();
        Page<AccountId, AccountId> page = Page.of(ids, limit, id -> id);
        List<Account> accounts =
                read(page.items()).stream().filter(list::includes).toList();
        return new Page<>(withLeases(accounts), page.next());
    }

    private List<Account> read(List<AccountId> ids) {
        Map<PoolKey, Item> items = reader.items(ids.stream().map(PoolKey::of).toList());
        return ids.stream()
                .flatMap(id -> Optional.ofNullable(items.get(PoolKey.of(id)))
                        .flatMap(item -> item.read(found -> AccountRows.toAccount(id, found)))
                        .stream())
                .toList();
    }

    private List<AccountDetails> withLeases(List<Account> accounts) {
        Map<PoolKey, Item> leases = reader.items(accounts.stream()
                .flatMap(account -> account.lease().stream())
                .map(PoolKey::of)
                .toList());
        Instant now = Times.now(clock);
        return accounts.stream()
                .map(account -> new AccountDetails(
                        account,
                        account.lease()
                                .flatMap(id -> Optional.ofNullable(leases.get(PoolKey.of(id))))
                                .flatMap(item -> item.read(LeaseRows::toLease))
                                .filter(lease -> lease.account().equals(account.id()))
                                .map(lease -> LeaseRecord.of(lease, now))))
                .toList();
    }
}
