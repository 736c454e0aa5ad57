package dev.backplane.tenants.api;

import dev.backplane.platform.Times;
import dev.backplane.platform.aws.SessionCredentials;
import dev.backplane.tenants.Queue;
import io.avaje.jsonb.Json;

/** Credentials for one queue of a tenant. */
@Json
record CredentialsView(
        String accessKeyId,
        String secretAccessKey,
        String sessionToken,
        String expiresAt,
        String queueUrl,
        String region) {

    static CredentialsView of(SessionCredentials credentials, Queue queue) {
        return new CredentialsView(
                credentials.accessKeyId(),
                credentials.secretAccessKey(),
                credentials.sessionToken(),
                Times.format(credentials.expires()),
                queue.url(),
                queue.region());
    }

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return "credentials for " + queueUrl;
    }
}
