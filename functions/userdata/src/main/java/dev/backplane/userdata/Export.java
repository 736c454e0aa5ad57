package dev.backplane.userdata;

import dev.backplane.platform.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A copy of everything that is stored for a user, as files in the bucket.
 *
 * @param attempt the number of the current execution of the workflow
 * @param files the number of files that are complete
 * @param values the number of values in them
 * @param bytes the size of the files
 * @param position where the next file begins; empty at first
 */
public record Export(
        JobId id,
        UserId user,
        boolean done,
        int attempt,
        int files,
        long values,
        long bytes,
        Optional<ExportPosition> position,
        Actor actor,
        Instant createdAt,
        Instant updatedAt) {

    /** How long an export is kept after its request: not longer than the bucket keeps its files. */
    public static final Duration RETENTION = Duration.ofDays(ObjectKeys.EXPORT_DAYS);

    /** Returns the name of the current execution. */
    public String execution() {
        return id + "-" + attempt;
    }

    public Instant expiresAt() {
        return createdAt.plus(RETENTION);
    }

    /** Returns the key of a file in the bucket. */
    public static String file(JobId id, int number) {
        return ObjectKeys.EXPORTS + id + "/" + number + ".jsonl.gz";
    }
}
