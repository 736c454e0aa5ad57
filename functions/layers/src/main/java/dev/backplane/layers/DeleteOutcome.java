package dev.backplane.layers;

import java.util.Optional;

/** What came of the wish to delete a layer version. */
public sealed interface DeleteOutcome {

    /**
     * The row is gone; the layer follows.
     *
     * @param promoted the version that took its place as the latest
     */
    record Deleted(Optional<Long> promoted) implements DeleteOutcome {}

    record NotFound() implements DeleteOutcome {}

    /** It is the latest, and the caller did not ask to promote another. */
    record LatestVersion() implements DeleteOutcome {}

    record AlreadyDeleted() implements DeleteOutcome {}

    /** It is the latest, and no other is left to take its place. */
    record NoPromotableVersion() implements DeleteOutcome {}
}
