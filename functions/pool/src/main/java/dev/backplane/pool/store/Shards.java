package dev.backplane.pool.store;

import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Lease;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The items that a list is spread over, so that a write is charged for a part of the list only, and writes to different
 * parts are in nobody's way.
 *
 * <p>Each account and each lease says in its item which shard names it. So another number of shards changes nothing at
 * once: an account goes to its new shard with the next change of its state. The list of all accounts has one shard: it
 * changes only when accounts come and go, and its size bounds the pool.
 *
 * @param count how many; more accounts may be in further ones, from when there were more
 */
record Shards(int count) {

    /** Returns where an account belongs. */
    int of(AccountId id) {
        // The numbers of accounts often follow each other; the product spreads them.
        return Math.floorMod((id.value().hashCode() * 0x9E3779B1) >>> 8, count);
    }

    /** Returns which shard has to name an account: the one it says, unless there is no such shard any more. */
    int home(Account account) {
        return exists(account.shard()) ? account.shard() : of(account.id());
    }

    /** Returns which shard has to name a lease and its account. */
    int home(Lease lease) {
        return exists(lease.shard()) ? lease.shard() : of(lease.account());
    }

    private boolean exists(int shard) {
        return shard >= 0 && shard < count;
    }

    /** Returns all shards of a list. */
    List<PoolKey> of(PoolKey list) {
        return list.equals(PoolKey.ALL)
                ? List.of(list)
                : IntStream.range(0, count).mapToObj(list::shard).toList();
    }

    /** Says whether an item is a shard of a list from when there were more of them. */
    boolean isSurplus(PoolKey key) {
        return PoolKey.LISTS.stream()
                .filter(list -> key.kind() == list.kind() && key.id().matches(list.id() + "#[0-9]{1,9}"))
                .anyMatch(list -> !of(list).contains(key));
    }

    /** Returns all shards of all lists. */
    List<PoolKey> all() {
        return PoolKey.LISTS.stream().flatMap(list -> of(list).stream()).toList();
    }
}
