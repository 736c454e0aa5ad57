package dev.backplane.pool;

import dev.backplane.platform.InvalidValueException;
import dev.backplane.platform.aws.RoleSession;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;

/**
 * The revocation of the credentials of an account.
 *
 * @param since when it reached its status
 */
public record Revocation(Status status, Instant since) {

    /** Returns whether sessions must still be revoked. */
    public boolean isPending() {
        return status == Status.PENDING;
    }

    /** Returns whether sessions that must be revoked may still be valid; none lasts longer than the longest session. */
    public boolean isNeeded(Instant now) {
        return isPending() && now.isBefore(since.plus(RoleSession.LONGEST));
    }

    /** Whether the sessions have been revoked. */
    public enum Status {
        PENDING,
        DONE;

        /**
         * Parses the name of a status in an item.
         *
         * @throws InvalidValueException if there is no such status
         */
        public static Status parse(String text) {
            return Arrays.stream(values())
                    .filter(status -> status.value().equals(text))
                    .findFirst()
                    .orElseThrow(() -> new InvalidValueException("a revocation that is " + text));
        }

        /** Returns the name of the status in items and responses. */
        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
