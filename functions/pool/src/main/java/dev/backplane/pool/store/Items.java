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
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items of the pool that were read, and a note of those that were asked for and were not among them. */
final class Items {

    private final Map<PoolKey, Item> found;
    private final Predicate<PoolKey> wasRead;
    private final Set<PoolKey> missing;

    /**
     * Takes what was read.
     *
     * @param wasRead says of a key that is not among them whether that means that there is no such item
     * @param missing filled with the keys of which that is not known
     */
    Items(Map<PoolKey, Item> found, Predicate<PoolKey> wasRead, Set<PoolKey> missing) {
        this.found = found;
        this.wasRead = wasRead;
        this.missing = missing;
    }

    Set<PoolKey> keys() {
        return found.keySet();
    }

    Optional<Item> item(PoolKey key) {
        if (!wasRead.test(key)) {
            missing.add(key);
        }
        return Optional.ofNullable(found.get(key));
    }

    /** Returns the ids of a list in whatever form it has. */
    Set<String> ids(PoolKey list) {
        AttributeValue data =
                item(list).map(item -> item.attributes().get(DATA)).orElse(null);
        if (data == null) {
            return Set.of();
        }
        Set<String> ids = new TreeSet<>(data.hasSs() ? data.ss() : List.of());
        data.l().stream().map(AttributeValue::s).filter(text -> text != null).forEach(ids::add);
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

    /** Returns the lease that a user's item names. */
    Optional<LeaseId> heldBy(UserId user) {
        return item(PoolKey.of(user)).flatMap(LeaseRows::heldBy);
    }

    private <T> Optional<T> read(PoolKey key, Function<Item, T> reader) {
        try {
            return item(key).map(reader);
        } catch (IllegalStateException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
