package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.REGISTERED;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.Write;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.User;
import dev.backplane.pool.UserId;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** The users of the pool. */
public final class UserStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final PoolReader reader;

    UserStore(Dynamo dynamo, PoolSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.clock = clock;
        this.reader = new PoolReader(dynamo, settings);
    }

    /**
     * Adds a user.
     *
     * @return the user if it existed before, else empty
     */
    public Optional<User> addUser(UserId id) {
        Item item = Item.builder()
                .text(PK, PoolKey.of(id).toString())
                .text(REGISTERED, Times.format(Times.now(clock)))
                .build();
        return switch (dynamo.put(table, item, Condition.absent(PK))) {
            case Write.Applied _ -> Optional.empty();
            case Write.Refused(Optional<Item> known) -> Optional.of(user(id, known.orElse(item)));
        };
    }

    /** Returns a user with their active lease; an expired lease counts as ended even before the sweep. */
    public Optional<User> getUser(UserId id) {
        return reader.item(PoolKey.of(id)).map(item -> user(id, item));
    }

    private User user(UserId id, Item item) {
        Instant now = Times.now(clock);
        return new User(
                id,
                LeaseRows.heldBy(item)
                        .flatMap(lease -> reader.item(PoolKey.of(lease)))
                        .flatMap(found -> found.read(LeaseRows::toLease))
                        .filter(lease -> !lease.isDue(now)));
    }
}
