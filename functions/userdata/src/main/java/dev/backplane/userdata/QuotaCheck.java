package dev.backplane.userdata;

import java.util.Optional;

/**
 * Whether a write stays within a quota.
 *
 * @param limitBytes empty when there is no limit
 * @param usedBytes what the user's values count now; empty where they are not counted
 * @param neededBytes by how much the write would change that: the new size less the size of what it replaces
 */
public record Fit(Optional<Long> limitBytes, Optional<Long> usedBytes, long neededBytes) {

    /** Says whether the write is allowed; one that needs no more than before always is. */
    public boolean fits() {
        return neededBytes <= 0
                || limitBytes
                        .map(limit -> usedBytes.orElse(0L) + neededBytes <= limit)
                        .orElse(true);
    }
}
