package dev.backplane.pool.store;

import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Lease;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items over which a list is spread, so that a write is charged for one part of the list, and writes to different
 * parts do not conflict.
 *
 * <p>The item of each account and lease contains its shard. So a change of the number of shards moves nothing at once:
 * an account moves to its new shard when its state changes. The lists of all accounts and of held accounts have one
 * shard each: they change rarely, and the size of the list of all accounts limits the pool.
 *
 * @param count the number of shards; after it was lowered, accounts may still be in others
 */
record Shards(int count) {

    /** Returns the shard to which an account belongs. */
    int of(AccountId id) {
        // Account ids are often consecutive; the multiplication spreads them.
        return Math.floorMod((id.value().hashCode() * 0x9E3779B1) >>> 8, count);
    }

    /** Returns the shard that must contain an account: the one in its item, if that shard still exists. */
    int expectedShard(Account account) {
        return exists(account.shard()) ? account.shard() : of(account.id());
    }

    /** Returns the shard that must contain a lease and its account. */
    int expectedShard(Lease lease) {
        return exists(lease.shard()) ? lease.shard() : of(lease.account());
    }

    private boolean exists(int shard) {
        return shard >= 0 && shard < count;
    }

    /** Returns all shards of a list. */
    List<PoolKey> of(PoolKey list) {
        return list.equals(PoolKey.ALL) || list.equals(PoolKey.HELD)
                ? List.of(list)
                : IntStream.range(0, count).mapToObj(list::shard).toList();
    }

    /** Returns whether an item is a shard that a list no longer has. */
    boolean isSurplus(PoolKey key) {
        return PoolKey.LISTS.stream()
                .filter(list -> key.kind() == list.kind() && key.id().matches(list.id() + "#[0-9]{1,9}"))
                .anyMatch(list -> !of(list).contains(key));
    }

    /** Returns all shards of all lists. */
    List<PoolKey> all() {
        return PoolKey.LISTS.stream().flatMap(list -> of(list).stream()).toList();
    }

    /** Returns the update that adds an id to a shard. */
    static ItemUpdate adding(String id) {
        return new ItemUpdate().add(Attributes.DATA, AttributeValue.fromSs(List.of(id)));
    }

    /** Returns the update that removes an id from a shard. */
    static ItemUpdate removing(String id) {
        return new ItemUpdate().deleteFrom(Attributes.DATA, AttributeValue.fromSs(List.of(id)));
    }
}
