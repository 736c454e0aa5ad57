package dev.backplane.layers;

import java.util.List;
import java.util.Optional;

/**
 * The result of verifying a part of the registry.
 *
 * @param repaired the number of findings that were repaired
 * @param checked the number of packages, layers and parameters that were checked
 * @param next the position of the next part; empty after the last one
 */
public record Verification(List<Finding> findings, int repaired, int checked, Optional<String> next) {

    public Verification {
        findings = List.copyOf(findings);
    }
}
