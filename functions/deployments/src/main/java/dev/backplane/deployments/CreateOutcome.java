package dev.backplane.deployments;

/** The result of registering a deployment. */
public sealed interface CreateOutcome {

    /** The deployment is registered. */
    record Created(Deployment deployment) implements CreateOutcome {}

    /** An earlier request with the same idempotency key registered the deployment; this is what it returned. */
    record Repeated(Deployment deployment) implements CreateOutcome {}

    /** A deployment with that id exists. */
    record Exists() implements CreateOutcome {}

    /** An earlier request with the same idempotency key had another body. */
    record IdempotencyMismatch() implements CreateOutcome {}
}
