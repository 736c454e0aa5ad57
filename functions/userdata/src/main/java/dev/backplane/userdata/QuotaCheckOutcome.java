package dev.backplane.userdata;

import java.util.Optional;

/** What a write would come to that is only tried out. */
public sealed interface FitOutcome {

    /** How it stands with the quota. */
    record Tried(Fit fit) implements FitOutcome {}

    /** There is no such app. */
    record AppNotFound() implements FitOutcome {}

    /** The caller's preconditions do not hold. */
    record PreconditionFailed(Optional<ETag> current) implements FitOutcome {}
}
