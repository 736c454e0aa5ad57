package dev.backplane.pool;

import java.util.List;
import java.util.Optional;

/**
 * The result of verifying a part of the pool.
 *
 * @param repaired the number of findings that were repaired
 * @param checked the number of accounts, leases, users and lists that were checked
 * @param next the position of the next part; empty after the last one
 */
public record Verification(List<Finding> findings, int repaired, int checked, Optional<String> next) {

    /** Returns whether this part has no findings. */
    public boolean isConsistent() {
        return findings.isEmpty();
    }
}
