package dev.backplane.layers;

import java.util.Optional;

/** A layer version that is to be registered. */
public record NewLayer(
        LayerId id,
        LayerArn arn,
        PackageVersion packageVersion,
        Optional<Requirements> requirements,
        Compatibility compatibility) {

    /**
     * Returns whether this may be a repetition of an earlier registration.
     *
     * @param registered the layer that the ARN is registered as
     */
    public boolean agreesWith(Layer registered) {
        // A request without requirements does not contradict any.
        boolean sameRequirements = requirements.isEmpty()
                || requirements
                        .map(Requirements::hash)
                        .equals(registered.requirements().map(Requirements::hash));
        return sameRequirements
                && packageVersion.equals(registered.packageVersion())
                && compatibility.agreesWith(registered.compatibility());
    }
}
