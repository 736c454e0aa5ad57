package dev.backplane.pool.store;

import static dev.backplane.pool.store.Attributes.REVOCATION;
import static dev.backplane.pool.store.Attributes.REVOCATION_SINCE;

import dev.backplane.platform.Times;
import dev.backplane.platform.dynamo.Condition;
import dev.backplane.platform.dynamo.Dynamo;
import dev.backplane.platform.dynamo.ItemUpdate;
import dev.backplane.platform.dynamo.Transaction;
import dev.backplane.platform.dynamo.Values;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.Revocation;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** The revocations of sessions, and the list of the accounts that refused one; {@link AccountStore} reads it. */
public final class RevocationStore {

    private final Dynamo dynamo;
    private final String table;
    private final Clock clock;
    private final PoolReader reader;

    RevocationStore(Dynamo dynamo, PoolSettings settings, Clock clock) {
        this.dynamo = dynamo;
        this.table = settings.table();
        this.clock = clock;
        this.reader = new PoolReader(dynamo, settings);
    }

    public Optional<Account> getAccount(AccountId id) {
        return reader.account(id);
    }

    /**
     * Records that sessions were revoked.
     *
     * @return the account, or empty if the revocation is not the latest one
     */
    public Optional<Account> recordDone(Account account, Revocation pending) {
        Instant now = Times.now(clock);
        Transaction transaction = new Transaction();
        transaction.update(
                table,
                PoolKey.of(account.id()).attributes(),
                new ItemUpdate()
                        .set(REVOCATION, Values.text(Revocation.Status.DONE.value()))
                        .set(REVOCATION_SINCE, Values.text(Times.format(now)))
                        .onlyIf(
                                Condition.equal(REVOCATION, Values.text(Revocation.Status.PENDING.value())),
                                Condition.equal(REVOCATION_SINCE, Values.text(Times.format(pending.since())))));
        transaction.update(table, PoolKey.UNREVOKED.attributes(), unlisting(account.id()));
        return switch (dynamo.transact(transaction)) {
            case Transaction.Committed _ ->
                Optional.of(account.with(account.marks().withRevocation(new Revocation(Revocation.Status.DONE, now))));
            case Transaction.Refused _ -> Optional.empty();
        };
    }

    /** Lists an account that refused a revocation, so that operators find it. */
    public void recordFailure(AccountId id) {
        Transaction transaction = new Transaction();
        transaction.check(
                table,
                PoolKey.of(id).attributes(),
                Condition.equal(REVOCATION, Values.text(Revocation.Status.PENDING.value())));
        transaction.update(table, PoolKey.UNREVOKED.attributes(), Shards.adding(id.value()));
        // If the check fails, another call has revoked the sessions meanwhile.
        dynamo.transact(transaction);
    }

    /** Removes an account that is not in the pool any more from the list. */
    public void recordGone(AccountId id) {
        dynamo.update(table, PoolKey.UNREVOKED.attributes(), unlisting(id));
    }

    private static ItemUpdate unlisting(AccountId id) {
        return Shards.removing(id.value());
    }
}
