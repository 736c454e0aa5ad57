package dev.backplane.platform.aws;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A session of a role that STS is asked for.
 *
 * @param name the name of the session, 2 to 64 characters of {@code [\w+=,.@-]}
 * @param duration 15 to 60 minutes; the role of a function cannot assume another role for longer
 * @param externalId what the trust policy of a role in another account asks for
 * @param policy limits the permissions of the session
 * @param tags the session tags
 */
public record RoleSession(
        String roleArn,
        String name,
        Duration duration,
        Optional<String> externalId,
        Optional<String> policy,
        Map<String, String> tags) {

    public RoleSession {
        tags = Map.copyOf(tags);
    }
}
