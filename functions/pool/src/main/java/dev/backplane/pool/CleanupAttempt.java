package dev.backplane.pool;

import dev.backplane.platform.Actor;
import java.time.Instant;
import java.util.Optional;

/**
 * An attempt to clean an account.
 *
 * @param number the number of the attempt since the account was last clean
 * @param end absent while it is in progress, and if it was interrupted
 * @param running whether it is in progress
 */
public record CleanupAttempt(AttemptId id, int number, Instant started, Optional<End> end, boolean running) {

    /** The end of an attempt, and who reported it. */
    public record End(Instant at, Report report, Actor actor) {}

    /**
     * The result of an attempt.
     *
     * @param message why it failed
     * @param build the build that cleaned the account, if the stage cleans accounts itself
     */
    public record Report(boolean succeeded, Optional<String> message, Optional<Build> build) {

        /** Returns the result that a caller reports. */
        public static Report of(boolean succeeded, Optional<String> message) {
            return new Report(succeeded, message, Optional.empty());
        }
    }

    /**
     * A build of CodeBuild.
     *
     * @param log the address of its log
     */
    public record Build(String id, Optional<String> log) {}

    /** Returns the attempt, in progress if it is the current one of its account and has no end. */
    public CleanupAttempt asOf(Optional<AttemptId> current) {
        return new CleanupAttempt(id, number, started, end, end.isEmpty() && current.equals(Optional.of(id)));
    }

    /** Returns the attempt after its end. */
    public CleanupAttempt ended(End ending) {
        return new CleanupAttempt(id, number, started, Optional.of(ending), false);
    }
}
