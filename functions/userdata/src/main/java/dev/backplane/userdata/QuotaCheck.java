package dev.backplane.userdata;

import java.util.Optional;

/**
 * Whether a write stays within a quota.
 *
 * @param limitBytes empty if there is no limit
 * @param usedBytes the size of the user's values and of what is reserved; empty where they are not counted
 * @param neededBytes how much the write adds: the new size less the size of the replaced value
 */
public record QuotaCheck(Optional<Long> limitBytes, Optional<Long> usedBytes, long neededBytes) {

    /** Returns whether the write is allowed; one that adds nothing always is. */
    public boolean fits() {
        return neededBytes <= 0
                || limitBytes
                        .map(limit -> usedBytes.orElse(0L) + neededBytes <= limit)
                        .orElse(true);
    }

    /** Returns the same check with the size of the user's values. */
    public QuotaCheck withUsed(long bytes) {
        return new QuotaCheck(limitBytes, Optional.of(bytes), neededBytes);
    }
}
