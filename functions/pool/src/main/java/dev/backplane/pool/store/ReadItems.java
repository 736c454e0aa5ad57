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

/** ReadItems of the pool that were read, and a note of those that were asked for and were not among them. */
final class ReadItems {

    private final Map<PoolKey, Item> found;
    private final Predicate<PoolKey> wasRead;
    private final Set<PoolKey> missing;
    private final Listings listings;

    /**
     * Takes what was read.
     *
     * @param wasRead says of a key that is not among them whether that means that there is no such item
     * @param missing filled with the keys of which that is not known
     * @param listings where to look for what names an account or a lease
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

    /** Returns the lists that have to be right for an account or a lease, that of all accounts first. */
    Set<PoolKey> listsOf(PoolKey key, int shard) {
        return listings.of(key, shard);
    }

    /** Returns the lists that name an account or a lease. */
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

    /** Returns the ids of a list in whatever form it has. */
    Set<String> ids(PoolKey list) {
        return idsIn(data(list).orElse(null));
    }

    /** Returns the ids in the data of a list, in whatever form it is. */
    static Set<String> idsIn(@Nullable AttributeValue data) {
        if (data == null) {
            return Set.of();
        }
        Set<String> ids = new TreeSet<>(data.hasSs() ? data.ss() : List.of());
        (data.hasL() ? data.l() : List.<AttributeValue>of())
                .stream().map(AttributeValue::s).filter(text -> text != null).forEach(ids::add);
        return ids;
    }

    /** Returns an account whose item can be read. */
    Optional<Account> account(AccountId id) {
        return read(PoolKey.of(id), item -> AccountRows.toAccount(id, item));
    }

    /** Returns a lease whose item can be read and says that it is active. */
    Optional<Lease> lease(LeaseId id) {
        return read(PoolKey.of(id), item -> LeaseRows.toLease(id, item))
                .filter(_ -> item(PoolKey.of(id))
                        .filter(item -> Values.text(LeaseRows.ACTIVE)
                                .equals(LeaseRows.data(item).attributes().get(STATE)))
                        .isPresent());
    }

    /** Says whether there is an item of a lease that cannot be read, or does not say that it is active. */
    boolean isUnreadable(LeaseId id) {
        return item(PoolKey.of(id)).isPresent() && lease(id).isEmpty();
    }

    /** Says whether there is an item of an account that cannot be read. */
    boolean isUnreadable(AccountId id) {
        return item(PoolKey.of(id)).isPresent() && account(id).isEmpty();
    }

    /** Returns the data of an item, in whatever form it is. */
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
