package dev.backplane.deployments;

import java.time.Instant;
import java.util.Optional;

/** A deployment that a retention policy does not keep, and how it is deleted. */
public record Expiration(Deployment deployment, Deletion deletion) {

    /**
     * Decides on a deployment that its policy does not keep. An alias, its status, or traffic until recently may still
     * keep it.
     *
     * @param skewStart a deployment that had an alias after this time may still be requested by pages of its visitors
     */
    public static Optional<Expiration> of(Deployment deployment, Instant skewStart) {
        if (deployment.status().isDestroying()
                || deployment
                        .lastLiveDate()
                        .filter(date -> date.isAfter(skewStart))
                        .isPresent()) {
            return Optional.empty();
        }
        return switch (Deletion.decide(deployment, false)) {
            case Deletion.Refuse _ -> Optional.empty();
            case Deletion.RemoveRow remove -> Optional.of(new Expiration(deployment, remove));
            case Deletion.RequestDestroy destroy -> Optional.of(new Expiration(deployment, destroy));
        };
    }
}
