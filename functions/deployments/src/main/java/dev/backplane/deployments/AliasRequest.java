package dev.backplane.deployments;

import java.util.Optional;

/**
 * A wish for an alias to point to a deployment.
 *
 * @param override whether an alias that exists may be moved
 * @param expected where it must point now for that
 */
public record AliasRequest(AliasId alias, DeploymentId target, boolean override, Optional<DeploymentId> expected) {

    /** Says whether the alias must be looked at before anything is written. */
    public boolean dependsOnCurrent() {
        return override || expected.isPresent();
    }

    /** Decides whether the request may go ahead, given the alias as it stands. */
    public Optional<AliasOutcome> refusal(Optional<Alias> current) {
        if (current.filter(Alias::isProtected).isPresent()) {
            return Optional.of(new AliasOutcome.Protected());
        }
        if (current.isPresent() && !override) {
            return Optional.of(new AliasOutcome.OverrideNotAllowed(current.get()));
        }
        boolean changed = expected.isPresent() && !expected.equals(current.map(Alias::deployment));
        return changed ? Optional.of(new AliasOutcome.Changed(current)) : Optional.empty();
    }
}
