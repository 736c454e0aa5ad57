package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.REGISTERED;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.pool.User;
import dev.backplane.pool.UserId;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** What is asked of the pool about users. */
public final class UserStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final Reads reads;

    UserStore(Dynamo dynamo, String table, Clock clock) {
        this.dynamo = dynamo;
        this.table = table;
        this.clock = clock;
        this.reads = new Reads(dynamo, table);
    }

    /**
     * Adds a user.
     *
     * @return the user who was known before, or empty when they are new
     */
    public Optional<User> addUser(UserId id) {
        Item item = Item.builder()
                .text(PK, PoolKey.of(id).toString())
                .text(REGISTERED, Times.format(Times.now(clock)))
                .build();
        return switch (dynamo.put(
                put -> put.tableName(table).item(item.attributes()).conditionExpression("attribute_not_exists(pk)"))) {
            case Write.Applied _ -> Optional.empty();
            case Write.Refused(Optional<Item> known) -> Optional.of(user(id, known.orElse(item)));
        };
    }

    /** Returns a user with the lease they hold; one whose time is over counts as ended, swept or not. */
    public Optional<User> getUser(UserId id) {
        return reads.item(PoolKey.of(id)).map(item -> user(id, item));
    }

    private User user(UserId id, Item item) {
        Instant now = Times.now(clock);
        return new User(
                id,
                LeaseRows.heldBy(item)
                        .flatMap(lease -> reads.item(PoolKey.of(lease)))
                        .flatMap(LeaseRows::find)
                        .filter(lease -> !lease.isDue(now)));
    }
}
