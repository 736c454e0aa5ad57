package dev.backplane.layers;

import java.util.Optional;

/** The result of deleting a layer version. */
public sealed interface DeleteOutcome {

    /**
     * The row is deleted; the deletion of the Lambda layer follows.
     *
     * @param promoted the version that became the latest
     */
    record Deleted(Optional<Long> promoted) implements DeleteOutcome {}

    record NotFound() implements DeleteOutcome {}

    /** The version is the latest, and the caller did not ask to promote another. */
    record LatestVersion() implements DeleteOutcome {}

    record AlreadyDeleted() implements DeleteOutcome {}

    /** The version is the latest, and no other is left to replace it. */
    record NoPromotableVersion() implements DeleteOutcome {}

    /** The version is held; nothing is written. */
    record Held() implements DeleteOutcome {}
}
