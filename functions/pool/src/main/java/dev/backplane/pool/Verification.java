package dev.backplane.pool;

import java.util.List;
import java.util.Optional;

/**
 * What a look at a part of the pool found.
 *
 * @param repaired how many of the findings were mended
 * @param checked how many accounts, leases, users and lists were checked
 * @param next where the next part begins; empty when this was the last one
 */
public record Verification(List<Finding> findings, int repaired, int checked, Optional<String> next) {

    /** Says whether nothing was found in this part. */
    public boolean isConsistent() {
        return findings.isEmpty();
    }
}
