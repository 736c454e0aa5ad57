package dev.backplane.pool;

import java.time.Instant;
import java.util.Locale;

/**
 * The revocation of the credentials of an account.
 *
 * @param since when it reached its status
 */
public record Revocation(Status status, Instant since) {

    /** Whether the sessions have been revoked. */
    public enum Status {
        PENDING,
        DONE;

        /** Returns the name of the status in items and responses. */
        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
