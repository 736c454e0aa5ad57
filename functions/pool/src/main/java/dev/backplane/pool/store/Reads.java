package dev.backplane.pool.store;

import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import java.util.Optional;

/** Consistent reads of single items, which transactions are serializable with. */
final class Reads {

    private final Dynamo dynamo;
    private final String table;

    Reads(Dynamo dynamo, String table) {
        this.dynamo = dynamo;
        this.table = table;
    }

    Optional<Item> item(PoolKey key) {
        return dynamo.get(get -> get.tableName(table).key(key.attributes()).consistentRead(true));
    }

    Optional<Account> account(AccountId id) {
        return item(PoolKey.of(id)).map(item -> AccountRows.toAccount(id, item));
    }

    /** Returns a lease that was not ended, be it due or not. */
    Optional<Lease> lease(LeaseId id) {
        return item(PoolKey.of(id)).map(item -> LeaseRows.toLease(id, item));
    }

    Optional<EndedLease> ended(LeaseId id) {
        return item(PoolKey.historyOf(id)).map(item -> LeaseRows.toEnded(id, item));
    }
}
