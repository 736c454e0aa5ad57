package dev.backplane.pool.access;

import dev.backplane.platform.Platform;
import dev.backplane.platform.Unavailable;
import dev.backplane.platform.aws.AwsRefusalException;
import dev.backplane.pool.AccessSettings;
import dev.backplane.pool.Account;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.Revocation;
import dev.backplane.pool.store.RevocationStore;
import dev.backplane.pool.store.Stores;
import java.time.Duration;
import java.util.Optional;

/**
 * Revokes the sessions of accounts whose revocation is pending, however late or often it is asked to.
 *
 * <p>The account is read before the call of IAM, so that sessions which were handed out before the revocation was required
 * are older than the time of the call. It is recorded as done only if no later revocation has been required since.
 */
public final class Revoker {

    private static final int MAX_ROUNDS = 10;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final RevocationStore store;
    private final AccountSessions sessions;

    public Revoker(Platform platform, AccessSettings settings) {
        this.store = new Stores(platform).revocations();
        this.sessions = new AccountSessions(platform, settings);
    }

    /** Revokes the sessions of an account if that is pending. */
    public RevocationOutcome revoke(AccountId id) {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            Optional<Account> account = store.getAccount(id);
            if (account.isEmpty()) {
                store.recordGone(id);
                return new RevocationOutcome.NotFound();
            }
            Optional<Revocation> pending = account.get().marks().revocation().filter(Revocation::isPending);
            if (pending.isEmpty()) {
                return new RevocationOutcome.Revoked(account.get());
            }
            try {
                sessions.revokeAll(id);
            } catch (AwsRefusalException e) {
                return refused(id, e);
            }
            Optional<Account> done = store.recordDone(account.get(), pending.get());
            if (done.isPresent()) {
                return new RevocationOutcome.Revoked(done.get());
            }
        }
        throw new Unavailable("CONTENDED", "The account kept changing.", RETRY_AFTER);
    }

    private RevocationOutcome refused(AccountId id, AwsRefusalException refusal) {
        if (!AccountSessions.isRefusalOfAccount(refusal)) {
            throw refusal;
        }
        store.recordFailure(id);
        return new RevocationOutcome.Denied(refusal);
    }
}
