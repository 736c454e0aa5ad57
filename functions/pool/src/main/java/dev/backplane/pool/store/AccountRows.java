package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Condition.notEqual;
import static dev.backplane.pool.store.Attributes.ACTOR;
import static dev.backplane.pool.store.Attributes.ATTEMPTS;
import static dev.backplane.pool.store.Attributes.ATTEMPT_ID;
import static dev.backplane.pool.store.Attributes.CLEANUP_RUN;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.HOLD;
import static dev.backplane.pool.store.Attributes.LABELS;
import static dev.backplane.pool.store.Attributes.LAST_ATTEMPT_ID;
import static dev.backplane.pool.store.Attributes.LAST_RESULT;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.MESSAGE;
import static dev.backplane.pool.store.Attributes.NAME;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.QUARANTINE;
import static dev.backplane.pool.store.Attributes.REASON;
import static dev.backplane.pool.store.Attributes.RELEASED;
import static dev.backplane.pool.store.Attributes.REMOVED;
import static dev.backplane.pool.store.Attributes.REVOCATION;
import static dev.backplane.pool.store.Attributes.REVOCATION_SINCE;
import static dev.backplane.pool.store.Attributes.SHARD;
import static dev.backplane.pool.store.Attributes.SINCE;
import static dev.backplane.pool.store.Attributes.TTL;

import dev.backplane.platform.Actor;
import dev.backplane.platform.Cause;
import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountMarks;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.AttemptId;
import dev.backplane.pool.Cleanup;
import dev.backplane.pool.CleanupRun;
import dev.backplane.pool.EndedLease;
import dev.backplane.pool.Hold;
import dev.backplane.pool.LeaseId;
import dev.backplane.pool.Revocation;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts accounts from and to items, whose {@code data} is the state. */
final class AccountRows {

    private static final String SUCCEEDED = "succeeded";
    private static final String FAILED = "failed";

    private AccountRows() {}

    static Item toItem(Account account, Actor actor) {
        Item.Builder item = Item.builder()
                .text(PK, PoolKey.of(account.id()).toString())
                .text(DATA, account.state().value())
                .text(SINCE, Times.format(account.since()))
                .text(NAME, account.name())
                .text(ACTOR, actor.text());
        if (account.shard() > 0) {
            item.number(SHARD, account.shard());
        }
        return item.build();
    }

    /** Returns the record of an account that is removed: its item as it was, with who removed it. */
    static Item removed(AccountId id, Item account, Instant now, Cause cause) {
        Map<String, AttributeValue> attributes = new HashMap<>(account.attributes());
        attributes.remove(REASON);
        attributes.putAll(Item.builder()
                .text(PK, PoolKey.removalOf(id).toString())
                .text(REMOVED, Times.format(now))
                .text(ACTOR, cause.actor().text())
                .text(REASON, cause.reason())
                .number(TTL, now.plus(EndedLease.RETENTION).getEpochSecond())
                .build()
                .attributes());
        return new Item(attributes);
    }

    /**
     * Returns the shard of the lists that contain an account or a lease.
     *
     * @throws InvalidValueException if the item has a shard that is not a number
     */
    static int shardIn(Item item) {
        return wholeNumber(item, SHARD);
    }

    /**
     * Reads a number that write conditions compare. An absent number is 0; an attribute of another type is an error.
     */
    static int wholeNumber(Item item, String name) {
        if (!item.attributes().containsKey(name)) {
            return 0;
        }
        long number = item.number(name);
        if (number != (int) number) {
            throw new InvalidValueException("item with " + name + " " + number + ", which is too large");
        }
        return (int) number;
    }

    static Account toAccount(AccountId id, Item item) {
        return new Account(
                id,
                AccountState.parse(item.text(DATA)),
                // Items of the original table design have only a state.
                item.findText(SINCE).map(Times::parseAnyForm).orElse(Instant.EPOCH),
                item.findText(NAME),
                item.findText(LEASE_ID).map(LeaseId::new),
                new Cleanup(
                        ItemFields.text(item, CLEANUP_RUN).map(CleanupRun::new),
                        ItemFields.text(item, ATTEMPT_ID).map(AttemptId::new),
                        wholeNumber(item, ATTEMPTS),
                        item.findText(MESSAGE),
                        item.findText(LAST_ATTEMPT_ID)
                                .map(attempt -> new Cleanup.Result(
                                        new AttemptId(attempt),
                                        item.findText(LAST_RESULT)
                                                .filter(SUCCEEDED::equals)
                                                .isPresent()))),
                shardIn(item),
                marksIn(item));
    }

    static AccountMarks marksIn(Item item) {
        return new AccountMarks(
                new TreeSet<>(ItemFields.texts(item, LABELS)),
                ItemFields.map(item, HOLD).map(AccountRows::holdIn),
                revocationIn(item));
    }

    static Optional<Revocation> revocationIn(Item account) {
        return ItemFields.text(account, REVOCATION)
                .map(status -> new Revocation(
                        Revocation.Status.parse(status), Times.parseAnyForm(account.text(REVOCATION_SINCE))));
    }

    /** Requires that an account may enter a state. It cannot become available before its sessions are revoked. */
    static Condition mayEnter(AccountState state) {
        return state == AccountState.AVAILABLE
                ? notEqual(REVOCATION, Values.text(Revocation.Status.PENDING.value()))
                : Condition.NONE;
    }

    private static Hold holdIn(Item hold) {
        return new Hold(
                Times.parseAnyForm(hold.text(SINCE)),
                hold.flag(QUARANTINE),
                new Cause(Actor.parse(hold.text(ACTOR)), hold.findText(REASON)));
    }

    /** Adds a hold to an update of an account. */
    static void hold(ItemUpdate account, Hold hold) {
        account.set(
                        HOLD,
                        AttributeValue.fromM(caused(hold.since(), hold.cause())
                                .flag(QUARANTINE, hold.quarantine())
                                .build()
                                .attributes()))
                .remove(RELEASED);
    }

    /** Removes the hold in an update of an account, and adds who released it. */
    static void release(ItemUpdate account, Instant now, Cause cause) {
        account.remove(HOLD)
                .set(RELEASED, AttributeValue.fromM(caused(now, cause).build().attributes()));
    }

    private static Item.Builder caused(Instant at, Cause cause) {
        return Item.builder()
                .text(SINCE, Times.format(at))
                .text(ACTOR, cause.actor().text())
                .text(REASON, cause.reason());
    }

    /** Adds to an update of an account that the sessions issued so far must be revoked. */
    static void requireRevocation(ItemUpdate account, Instant now) {
        account.set(REVOCATION, Values.text(Revocation.Status.PENDING.value()))
                .set(REVOCATION_SINCE, Values.text(Times.format(now)));
    }

    static AttributeValue text(CleanupRun run) {
        return Values.text(run.value());
    }

    /** Returns the update of an account that is still in the state and shard that were read. */
    static ItemUpdate change(Account from, Account to, Cause cause) {
        Cleanup cleanup = to.cleanup();
        return by(cause)
                .set(DATA, state(to.state()))
                .set(SINCE, Values.text(Times.format(to.since())))
                .setOrRemove(LEASE_ID, to.lease().map(lease -> Values.text(lease.value())))
                .setOrRemove(CLEANUP_RUN, cleanup.run().map(AccountRows::text))
                .setOrRemove(ATTEMPT_ID, cleanup.attempt().map(attempt -> Values.text(attempt.value())))
                .setOrRemove(ATTEMPTS, number(cleanup.attempts()))
                .setOrRemove(MESSAGE, cleanup.message().map(Values::text))
                .setOrRemove(
                        LAST_ATTEMPT_ID,
                        cleanup.last().map(last -> Values.text(last.attempt().value())))
                .setOrRemove(
                        LAST_RESULT, cleanup.last().map(last -> Values.text(last.succeeded() ? SUCCEEDED : FAILED)))
                .setOrRemove(SHARD, number(to.shard()))
                .onlyIf(asRead(from));
    }

    /** Requires that the state of an account, its shard and whether it is held are as they were read. */
    static Condition asRead(Account account) {
        return all(
                equal(DATA, state(account.state())),
                equal(SHARD, number(account.shard())),
                account.isHeld() ? exists(HOLD) : absent(HOLD));
    }

    /** Starts an update of an account's state with who makes it. */
    static ItemUpdate by(Cause cause) {
        return new ItemUpdate()
                .set(ACTOR, Values.text(cause.actor().text()))
                .setOrRemove(REASON, cause.reason().map(Values::text));
    }

    /** Returns who made the last change of an account's state. */
    static Optional<Cause> causeIn(Item account) {
        return account.findActor(ACTOR).map(actor -> new Cause(actor, account.findText(REASON)));
    }

    static Optional<AttributeValue> number(int value) {
        return value == 0 ? Optional.empty() : Optional.of(Values.number(value));
    }

    static AttributeValue state(AccountState state) {
        return Values.text(state.value());
    }
}
