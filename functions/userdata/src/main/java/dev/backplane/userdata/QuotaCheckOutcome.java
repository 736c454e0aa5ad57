package dev.backplane.userdata;

import java.util.Optional;

/** The outcome of a dry run. */
public sealed interface QuotaCheckOutcome {

    record Checked(QuotaCheck check) implements QuotaCheckOutcome {}

    /** There is no such app. */
    record AppNotFound() implements QuotaCheckOutcome {}

    /** The caller's preconditions do not hold. */
    record PreconditionFailed(Optional<ETag> current) implements QuotaCheckOutcome {}
}
