package dev.backplane.local.codebuild;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How a build ends. No commands run: a build is a stand-in.
 *
 * @param status CodeBuild's status at the end; empty if the build only ends when it is stopped
 * @param after the time until it ends
 */
public record BuildOutcome(Optional<String> status, Duration after) {

    private static final Set<String> STATUSES = Set.of("SUCCEEDED", "FAILED", "FAULT", "TIMED_OUT", "STOPPED");

    /** A build that succeeds after two seconds. */
    public static final BuildOutcome STANDARD = of("SUCCEEDED", Duration.ofSeconds(2));

    /** A build that only ends when it is stopped. */
    public static final BuildOutcome NEVER = new BuildOutcome(Optional.empty(), Duration.ZERO);

    public BuildOutcome {
        if (status.isPresent() && !STATUSES.contains(status.get())) {
            throw new IllegalArgumentException(status.get() + " is not the status of a build that has ended");
        }
    }

    /** Returns an outcome by CodeBuild's name of the status. */
    public static BuildOutcome of(String status, Duration after) {
        return new BuildOutcome(Optional.of(status), after);
    }

    /**
     * Parses an outcome such as {@code failed}, {@code timed_out:90} or {@code never}; the number is the time in seconds.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static BuildOutcome parse(String text) {
        String[] parts = text.split(":", 2);
        if (parts[0].equals("never") && parts.length == 1) {
            return NEVER;
        }
        Duration after = parts.length == 2 ? Duration.ofSeconds(Math.abs(Long.parseLong(parts[1]))) : STANDARD.after();
        return of(parts[0].toUpperCase(Locale.ROOT), after);
    }
}
