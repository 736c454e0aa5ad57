package dev.backplane.pool.api;

import dev.backplane.platform.Times;
import dev.backplane.platform.aws.SessionCredentials;
import dev.backplane.pool.Lease;
import io.avaje.jsonb.Json;
import java.time.Instant;

/**
 * Credentials for the account of a lease.
 *
 * @param expiresAt the end of the session or of the lease, whichever is earlier
 */
@Json
record CredentialsView(
        String accessKeyId,
        String secretAccessKey,
        String sessionToken,
        String expiresAt,
        String accountId,
        String roleArn) {

    static CredentialsView of(SessionCredentials credentials, Lease lease, String roleArn) {
        Instant end = credentials.expires().isBefore(lease.expires()) ? credentials.expires() : lease.expires();
        return new CredentialsView(
                credentials.accessKeyId(),
                credentials.secretAccessKey(),
                credentials.sessionToken(),
                Times.format(end),
                lease.account().value(),
                roleArn);
    }

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return "credentials for " + accountId;
    }
}
