package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.STATE;

import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Lease;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.UserId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that were read together. Records the keys that a check needs and that were not read. */
final class ReadItems {

    private final Map<PoolKey, Item> found;
    private final Predicate<PoolKey> wasRead;
    private final Set<PoolKey> missing;
    private final Listings listings;

    /**
     * Takes items that were read.
     *
     * @param wasRead returns whether a key was read; if it was and there is no item, the item does not exist
     * @param missing receives the keys that were needed and not read
     * @param listings the lists that contain an account or a lease
     */
    ReadItems(Map<PoolKey, Item> found, Predicate<PoolKey> wasRead, Set<PoolKey> missing, Listings listings) {
        this.listings = listings;
        this.found = found;
        this.wasRead = wasRead;
        this.missing = missing;
    }

    Shards shards() {
        return listings.shards();
    }

    /** Returns the lists that may contain an account or a lease, the list of all accounts first. */
    Set<PoolKey> listsOf(PoolKey key, int shard) {
        Set<PoolKey> lists = listings.of(key, shard);
        if (key.kind() == PoolKey.Kind.ACCOUNT) {
            account(new AccountId(key.id()))
                    .ifPresent(account -> account.marks().labels().forEach(label -> lists.add(PoolKey.ofLabel(label))));
        }
        return lists;
    }

    /** Returns the lists that contain an account or a lease. */
    List<PoolKey> naming(PoolKey key, int shard) {
        return listsOf(key, shard).stream()
                .filter(list -> ids(list).contains(key.id()))
                .toList();
    }

    Optional<Item> item(PoolKey key) {
        if (!wasRead.test(key)) {
            missing.add(key);
        }
        return Optional.ofNullable(found.get(key));
    }

    /** Returns the ids in a list of any form. */
    Set<String> ids(PoolKey list) {
        return idsIn(data(list).orElse(null));
    }

    /** Returns the ids in the data of a list of any form. */
    static Set<String> idsIn(@Nullable AttributeValue data) {
        if (data == null) {
            return Set.of();
        }
        Set<String> ids = new TreeSet<>(data.hasSs() ? data.ss() : List.of());
        (data.hasL() ? data.l() : List.<AttributeValue>of())
                .stream().map(AttributeValue::s).filter(text -> text != null).forEach(ids::add);
        return ids;
    }

    /** Returns an account, unless its item cannot be read. */
    Optional<Account> account(AccountId id) {
        return read(PoolKey.of(id), item -> AccountRows.toAccount(id, item));
    }

    /** Returns an active lease, unless its item cannot be read. */
    Optional<Lease> lease(LeaseId id) {
        return read(PoolKey.of(id), item -> LeaseRows.toLease(id, item))
                .filter(_ -> item(PoolKey.of(id))
                        .filter(item -> Values.text(LeaseRows.ACTIVE)
                                .equals(LeaseRows.data(item).attributes().get(STATE)))
                        .isPresent());
    }

    /** Returns whether the item of a lease exists and cannot be read, or is not active. */
    boolean isUnreadable(LeaseId id) {
        return item(PoolKey.of(id)).isPresent() && lease(id).isEmpty();
    }

    /** Returns whether the item of an account exists and cannot be read. */
    boolean isUnreadable(AccountId id) {
        return item(PoolKey.of(id)).isPresent() && account(id).isEmpty();
    }

    /** Returns the data of an item in any form. */
    Optional<AttributeValue> data(PoolKey key) {
        return item(key).map(item -> item.attributes().get(DATA));
    }

    /** Returns the lease that a user's item names. */
    Optional<LeaseId> heldBy(UserId user) {
        return item(PoolKey.of(user)).flatMap(LeaseRows::heldBy);
    }

    /** Returns the account that a user's item names. */
    Optional<AccountId> accountOf(UserId user) {
        return item(PoolKey.of(user))
                .flatMap(item -> LeaseRows.data(item).findText(Attributes.ACCOUNT))
                .map(AccountId::new);
    }

    private <T> Optional<T> read(PoolKey key, Function<Item, T> reader) {
        try {
            return item(key).map(reader);
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }
}
