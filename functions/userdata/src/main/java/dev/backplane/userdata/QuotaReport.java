package dev.backplane.userdata;

import java.util.Optional;

/** The usage of a user and the quota of the app. */
public record QuotaReport(Optional<Long> limitBytes, Usage usage) {

    /** Returns the remaining bytes if there is a limit; 0 if the usage exceeds a lowered limit. */
    public Optional<Long> remainingBytes() {
        return limitBytes.map(limit -> Math.max(0, limit - usage.bytes()));
    }
}
