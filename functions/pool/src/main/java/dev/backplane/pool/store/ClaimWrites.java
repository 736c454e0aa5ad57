package dev.backplane.pool.store;

import static dev.backplane.platform.dynamo.Condition.absent;
import static dev.backplane.platform.dynamo.Condition.all;
import static dev.backplane.platform.dynamo.Condition.contains;
import static dev.backplane.platform.dynamo.Condition.equal;
import static dev.backplane.platform.dynamo.Condition.exists;
import static dev.backplane.platform.dynamo.Condition.isTexts;
import static dev.backplane.pool.store.Attributes.DATA;
import static dev.backplane.pool.store.Attributes.HOLD;
import static dev.backplane.pool.store.Attributes.LABELS;
import static dev.backplane.pool.store.Attributes.LEASE_ID;
import static dev.backplane.pool.store.Attributes.PK;
import static dev.backplane.pool.store.Attributes.REGISTERED;
import static dev.backplane.pool.store.Attributes.SHARD;
import static dev.backplane.pool.store.Attributes.SINCE;

import dev.backplane.platform.Cause;
import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Item;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Transaction.Action;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.AccountState;
import dev.backplane.pool.Lease;
import dev.backplane.pool.NewLease;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Transition;
import java.util.Optional;

/**
 * The transaction of one attempt to create a lease, with the actions whose conditions can fail.
 *
 * @param history present if the claim has an idempotency key
 */
record ClaimWrites(
        Transaction transaction,
        AccountId accountId,
        Action account,
        Action lease,
        Action user,
        Optional<Action> history) {

    /** Returns the writes that lease an account which the given shard lists. */
    static ClaimWrites of(NewLease claimed, Lease lease, int from, PoolSettings settings) {
        String table = settings.table();
        String account = lease.account().value();
        Transaction all = new Transaction();
        Action leased = all.update(table, PoolKey.of(lease.account()).attributes(), leased(claimed, lease, from));
        all.update(table, PoolKey.of(AccountState.AVAILABLE).shard(from).attributes(), Shards.removing(account));
        all.update(table, PoolKey.of(Transition.CLAIM.to()).shard(lease.shard()).attributes(), Shards.adding(account));
        Action created = all.put(table, LeaseRows.toItem(lease), absent(PK));
        all.update(
                table,
                PoolKey.ACTIVE.shard(lease.shard()).attributes(),
                Shards.adding(lease.id().value()));
        Action user = all.update(table, PoolKey.of(lease.user()).attributes(), holding(lease, settings));
        // The lease of an earlier request with the same key may have ended, so that only its history is left.
        Optional<Action> history = claimed.claim().id().isPresent()
                ? Optional.of(all.check(table, PoolKey.historyOf(lease.id()).attributes(), absent(PK)))
                : Optional.empty();
        return new ClaimWrites(all, lease.account(), leased, created, user, history);
    }

    private static ItemUpdate leased(NewLease claimed, Lease lease, int from) {
        return AccountRows.by(Cause.of(claimed.claim().actor()))
                .set(DATA, AccountRows.state(Transition.CLAIM.to()))
                .set(SINCE, Values.text(Times.format(lease.created())))
                .set(LEASE_ID, Values.text(lease.id().value()))
                .setOrRemove(SHARD, AccountRows.number(lease.shard()))
                .onlyIf(
                        equal(DATA, AccountRows.state(AccountState.AVAILABLE)),
                        equal(SHARD, AccountRows.number(from)),
                        absent(HOLD),
                        // In a string, contains() would match a substring.
                        absent(LABELS).or(isTexts(LABELS)),
                        all(claimed.labels().stream()
                                .map(label -> contains(LABELS, Values.text(label)))
                                .toArray(Condition[]::new)));
    }

    /** Returns whether an account can be leased, though not from the shard that the writes expected. */
    static boolean allow(NewLease claimed, Item account) {
        return AccountRows.state(AccountState.AVAILABLE)
                        .equals(account.attributes().get(DATA))
                && !account.attributes().containsKey(HOLD)
                && (account.texts(LABELS).isEmpty() == !account.attributes().containsKey(LABELS))
                && account.texts(LABELS).containsAll(claimed.labels());
    }

    private static ItemUpdate holding(Lease lease, PoolSettings settings) {
        return new ItemUpdate()
                .set(DATA, LeaseRows.holding(lease))
                .setIfAbsent(REGISTERED, Values.text(Times.format(lease.created())))
                .onlyIf(absent(DATA), settings.selfRegistration() ? Condition.NONE : exists(PK));
    }
}
