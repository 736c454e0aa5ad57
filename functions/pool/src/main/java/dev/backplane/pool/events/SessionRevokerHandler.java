package dev.backplane.pool.events;

import static dev.backplane.pool.store.Attributes.PK;

import dev.backplane.platform.Platform;
import dev.backplane.platform.aws.AwsRefusalException;
import dev.backplane.platform.log.Invocation;
import dev.backplane.platform.streams.RecordHandler;
import dev.backplane.platform.streams.StreamRecord;
import dev.backplane.pool.AccessSettings;
import dev.backplane.pool.AccountId;
import dev.backplane.pool.PoolMetrics;
import dev.backplane.pool.PoolSettings;
import dev.backplane.pool.access.RevocationOutcome;
import dev.backplane.pool.access.Revoker;
import dev.backplane.pool.store.PoolKey;

/**
 * Revokes the sessions of accounts whose lease ended or lost a member.
 *
 * <p>A record only names the account; {@link Revoker} reads what is pending. An account that refuses is listed for
 * operators and not tried again, so that it does not delay other accounts. Other failures are retried.
 */
public final class SessionRevokerHandler extends RecordHandler {

    private final Revoker revoker;

    public SessionRevokerHandler() {
        this(Platform.lambda());
    }

    public SessionRevokerHandler(Platform platform) {
        super(platform, PoolSettings.SERVICE);
        this.revoker =
                new Revoker(platform, AccessSettings.from(platform.settings()).orElseThrow());
    }

    @Override
    protected void handle(StreamRecord record) {
        PoolKey.find(record.key(PK))
                .filter(key -> key.kind() == PoolKey.Kind.ACCOUNT)
                .ifPresent(key -> revoke(new AccountId(key.id())));
    }

    private void revoke(AccountId account) {
        if (revoker.revoke(account) instanceof RevocationOutcome.Denied(AwsRefusalException cause)) {
            Invocation.recordFailure(
                    new IllegalStateException("account " + account + " did not revoke sessions", cause));
            Invocation.count(PoolMetrics.REVOCATIONS_REFUSED, 1);
        }
    }
}
