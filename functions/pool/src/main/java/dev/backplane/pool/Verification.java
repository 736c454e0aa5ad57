package dev.backplane.pool;

import java.util.List;

/**
 * What a look at the whole pool found.
 *
 * @param repaired how many of the findings were mended
 */
public record Verification(List<Finding> findings, int repaired) {

    public boolean isConsistent() {
        return findings.isEmpty();
    }
}
