package dev.backplane.userdata;

import java.util.Optional;

/** What an app keeps for a user, and what it may. */
public record QuotaReport(Optional<Long> limitBytes, Usage usage) {

    /** Returns what is left, if there is a limit; nothing is left above a lowered one. */
    public Optional<Long> remainingBytes() {
        return limitBytes.map(limit -> Math.max(0, limit - usage.bytes()));
    }
}
