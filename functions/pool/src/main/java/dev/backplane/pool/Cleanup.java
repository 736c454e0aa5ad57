package dev.backplane.pool;

import java.util.Optional;

/**
 * How far the cleaning of an account has come.
 *
 * @param attempt the attempt under way; no other may end it
 * @param attempts how often it was tried since it was last clean
 * @param message what the last attempt that failed said
 * @param last the attempt that ended last, so that a repeat of its result is known as one
 */
public record Cleanup(Optional<AttemptId> attempt, int attempts, Optional<String> message, Optional<Result> last) {

    public static final Cleanup NONE = new Cleanup(Optional.empty(), 0, Optional.empty(), Optional.empty());

    /** What an attempt came to. */
    public record Result(AttemptId attempt, boolean succeeded) {}

    /** Begins an attempt; one by hand after giving up counts from one again. */
    public Cleanup started(AttemptId id, AccountState from) {
        int number = from == AccountState.FAILED ? 1 : attempts + 1;
        return new Cleanup(Optional.of(id), number, message, last);
    }

    /** Ends the attempt under way well. */
    public Cleanup succeeded() {
        return new Cleanup(Optional.empty(), 0, Optional.empty(), result(true));
    }

    /** Ends the attempt under way badly. */
    public Cleanup failed(Optional<String> why) {
        return new Cleanup(Optional.empty(), attempts, why, result(false));
    }

    private Optional<Result> result(boolean succeeded) {
        return attempt.map(id -> new Result(id, succeeded));
    }
}
