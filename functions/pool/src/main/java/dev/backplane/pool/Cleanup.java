package dev.backplane.pool;

import java.util.Optional;

/**
 * The progress of cleaning an account.
 *
 * @param run the period in which the account is dirty, if the stage cleans accounts itself
 * @param attempt the current attempt; only this attempt can be finished
 * @param attempts the number of attempts since the account was last clean
 * @param message the message of the last failed attempt
 * @param last the result of the last finished attempt, to recognise a repeated request
 */
public record Cleanup(
        Optional<CleanupRun> run,
        Optional<AttemptId> attempt,
        int attempts,
        Optional<String> message,
        Optional<Result> last) {

    public static final Cleanup NONE =
            new Cleanup(Optional.empty(), Optional.empty(), 0, Optional.empty(), Optional.empty());

    /** The result of an attempt. */
    public record Result(AttemptId attempt, boolean succeeded) {}

    /** Returns the cleanup of an account that has become dirty. */
    public static Cleanup in(CleanupRun run) {
        return new Cleanup(Optional.of(run), Optional.empty(), 0, Optional.empty(), Optional.empty());
    }

    /** Starts another run, whose attempts are counted from one. */
    public Cleanup again(CleanupRun next) {
        return new Cleanup(Optional.of(next), attempt, 0, message, last);
    }

    /** Starts an attempt; after a cleanup was given up, the count starts again at one. */
    public Cleanup started(AttemptId id, AccountState from) {
        int number = from == AccountState.FAILED ? 1 : attempts + 1;
        return new Cleanup(run, Optional.of(id), number, message, last);
    }

    /** Finishes the current attempt with success. */
    public Cleanup succeeded() {
        return new Cleanup(Optional.empty(), Optional.empty(), 0, Optional.empty(), result(true));
    }

    /** Finishes the current attempt as failed; another one follows. */
    public Cleanup failed(Optional<String> why) {
        return new Cleanup(run, Optional.empty(), attempts, why, result(false));
    }

    /** Gives the cleanup up, and with it the current attempt, if there is one. */
    public Cleanup givenUp(Optional<String> why) {
        return new Cleanup(
                Optional.empty(), Optional.empty(), attempts, why, result(false).or(() -> last));
    }

    /** Withdraws the current attempt, which then counts as if it had not been made. */
    public Cleanup withdrawn() {
        return new Cleanup(run, Optional.empty(), Math.max(0, attempts - 1), message, last);
    }

    private Optional<Result> result(boolean succeeded) {
        return attempt.map(id -> new Result(id, succeeded));
    }
}
