package dev.backplane.layers;

/** What came of a registration. */
public sealed interface RegisterOutcome {

    /** There is a new latest version. */
    record Registered(Layer layer) implements RegisterOutcome {}

    /** The ARN is registered, and nothing is written. */
    record AlreadyRegistered(Layer layer) implements RegisterOutcome {}

    /** The ARN is registered with other requirements, and nothing is written. */
    record ArnMismatch(Layer layer) implements RegisterOutcome {}

    /**
     * The ARN is registered for another package, and nothing is written.
     *
     * @param holder the package that has it
     * @param version the version that it is there
     */
    record ArnTaken(LayerId holder, long version) implements RegisterOutcome {}

    /** The ARN is of a version whose deletion was given up, and nothing is written. */
    record DeleteFailed(Layer layer) implements RegisterOutcome {}
}
