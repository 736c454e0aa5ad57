package dev.backplane.deployments;

import java.time.Instant;
import java.util.Optional;

/**
 * A request to point an alias to a deployment.
 *
 * @param override whether an existing alias may be moved
 * @param expected the deployment that the alias must point to now
 * @param expiry when the alias ends
 */
public record AliasRequest(
        AliasId alias,
        DeploymentId target,
        boolean override,
        Optional<DeploymentId> expected,
        Optional<Instant> expiry) {

    /** Returns why the request is refused, given the current alias; empty when it is allowed. */
    public Optional<AliasOutcome.Refusal> refusal(Optional<Alias> current) {
        if (current.filter(Alias::isProtected).isPresent()) {
            return Optional.of(new AliasOutcome.Protected());
        }
        if (current.isPresent() && !override) {
            return Optional.of(new AliasOutcome.OverrideNotAllowed(current));
        }
        boolean changed = expected.isPresent() && !expected.equals(current.map(Alias::deployment));
        return changed ? Optional.of(new AliasOutcome.Changed(current)) : Optional.empty();
    }
}
