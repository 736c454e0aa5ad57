package dev.backplane.layers;

/** The result of registering a layer version. */
public sealed interface RegisterOutcome {

    /** The version is the new latest. */
    record Registered(Layer layer) implements RegisterOutcome {}

    /** The ARN is already registered; nothing is written. */
    record AlreadyRegistered(Layer layer) implements RegisterOutcome {}

    /** The ARN is registered with other attributes; nothing is written. */
    record ArnMismatch(Layer layer) implements RegisterOutcome {}

    /**
     * The ARN is registered for another package; nothing is written.
     *
     * @param holder the layer that has the ARN
     * @param version the version of that layer
     */
    record ArnTaken(LayerId holder, long version) implements RegisterOutcome {}

    /** The deletion of the version with this ARN failed; nothing is written. */
    record DeleteFailed(Layer layer) implements RegisterOutcome {}
}
