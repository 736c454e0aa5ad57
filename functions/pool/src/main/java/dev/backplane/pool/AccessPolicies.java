package dev.backplane.pool;

import dev.backplane.platform.Times;
import java.time.Instant;
import java.util.Optional;

/** The policies that end the access to an account. */
public final class AccessPolicies {

    private static final String REVOKED = "backplane-revoked-";

    private AccessPolicies() {}

    /**
     * Returns the policy of a session of a lease. A session lasts at least 15 minutes, so the policy denies everything
     * from the end of the lease on.
     */
    public static Optional<String> until(Instant end) {
        return end.equals(Lease.NEVER)
                ? Optional.empty()
                : Optional.of(document("{\"Effect\":\"Allow\",\"Action\":\"*\",\"Resource\":\"*\"},"
                        + deny("DateGreaterThanEquals", "aws:CurrentTime", end)));
    }

    /**
     * Returns the policy that revokes the sessions that a role had before a time.
     *
     * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_revoke-sessions.html">Revoke IAM role
     *     temporary security credentials</a>
     */
    public static String revokedBefore(Instant time) {
        return document(deny("DateLessThan", "aws:TokenIssueTime", time));
    }

    /** Returns the name of the policy that revokes the sessions before a time; the names sort by this time. */
    public static String nameOfRevocation(Instant time) {
        return REVOKED + Times.format(time).replace(':', '-');
    }

    /** Returns whether a policy revokes sessions. */
    public static boolean isRevocation(String name) {
        return name.startsWith(REVOKED);
    }

    private static String deny(String operator, String key, Instant time) {
        return "{\"Effect\":\"Deny\",\"Action\":\"*\",\"Resource\":\"*\",\"Condition\":{\"" + operator + "\":{\"" + key
                + "\":\"" + Times.format(time) + "\"}}}";
    }

    private static String document(String statements) {
        return "{\"Version\":\"2012-10-17\",\"Statement\":[" + statements + "]}";
    }
}
