package dev.backplane.layers;

import java.util.Optional;

/** A layer version that is to be registered. */
public record NewLayer(LayerId id, LayerArn arn, PackageVersion packageVersion, Optional<Requirements> requirements) {

    /**
     * Says whether this may be the same registration once more.
     *
     * @param registered what the ARN stands for already
     */
    public boolean agreesWith(Layer registered) {
        // Who names no requirements contradicts none.
        return requirements.isEmpty()
                || requirements
                        .map(Requirements::hash)
                        .equals(registered.requirements().map(Requirements::hash));
    }
}
