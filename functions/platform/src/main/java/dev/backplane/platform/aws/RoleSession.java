package dev.backplane.platform.aws;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A session of a role, to be created by STS.
 *
 * @param name the name of the session, 2 to 64 characters of {@code [\w+=,.@-]}
 * @param duration between {@link #SHORTEST} and {@link #LONGEST}
 * @param externalId the id that the trust policy of a role in another account requires
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

    /** The shortest duration of a session. */
    public static final Duration SHORTEST = Duration.ofMinutes(15);

    /**
     * The longest duration of a session that another role creates, as functions do.
     *
     * @see <a href="https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html">AssumeRole</a>
     */
    public static final Duration LONGEST = Duration.ofMinutes(60);

    public RoleSession {
        tags = Map.copyOf(tags);
    }
}
