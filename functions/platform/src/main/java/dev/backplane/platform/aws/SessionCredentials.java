package dev.backplane.platform.aws;

import java.time.Instant;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/**
 * The credentials of a session of a role.
 *
 * @param expires when the session ends
 */
public record SessionCredentials(String accessKeyId, String secretAccessKey, String sessionToken, Instant expires) {

    /** Returns the same connection with these credentials. */
    public AwsConnection connect(AwsConnection aws) {
        return new AwsConnection(
                aws.http(),
                StaticCredentialsProvider.create(
                        AwsSessionCredentials.create(accessKeyId, secretAccessKey, sessionToken)),
                aws.region(),
                aws.endpoint(),
                aws.callLimit());
    }

    /** Returns a text without secrets. */
    @Override
    public String toString() {
        return "credentials until " + expires;
    }
}
