package dev.backplane.pool.store;

import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountState;
import java.util.LinkedHashSet;
import java.util.Set;

/** The lists that contain an account, according to its item. */
final class AccountLists {

    private AccountLists() {}

    /** Returns the lists of an account, the list of all accounts first. */
    static Set<PoolKey> of(Account account, int shard) {
        Set<PoolKey> lists = new LinkedHashSet<>();
        lists.add(PoolKey.ALL);
        // A claim takes its candidates from the list of available accounts.
        if (account.state() != AccountState.AVAILABLE || !account.isHeld()) {
            lists.add(PoolKey.of(account.state()).shard(shard));
        }
        if (account.isHeld()) {
            lists.add(PoolKey.HELD);
        }
        account.marks().labels().forEach(label -> lists.add(PoolKey.ofLabel(label)));
        return lists;
    }

    /** Moves an account from the lists that it is in to those in which it will be. */
    static void move(Transaction transaction, String table, Account from, Account to) {
        Set<PoolKey> before = of(from, from.shard());
        Set<PoolKey> after = of(to, to.shard());
        String id = from.id().value();
        after.stream()
                .filter(list -> !before.contains(list))
                .forEach(list -> transaction.update(table, list.attributes(), Shards.adding(id)));
        before.stream()
                .filter(list -> !after.contains(list))
                .forEach(list -> transaction.update(table, list.attributes(), Shards.removing(id)));
    }
}
