package dev.backplane.layers;

/** The result of creating a publication. */
public sealed interface PublicationOutcome {

    record Created(Publication publication) implements PublicationOutcome {}

    /** The same request created it before; nothing is written. */
    record Repeated(Publication publication) implements PublicationOutcome {}

    /** A request with the same idempotency key had another body; nothing is written. */
    record Mismatch(PublicationId id) implements PublicationOutcome {}
}
