package dev.backplane.deployments;

import dev.backplane.platform.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which deployments of a project are kept; a deployment is kept if either limit says so.
 *
 * @param keepLast the number of newest deployments that are kept
 * @param keepDays the age in days up to which deployments are kept
 * @param actor who set the policy
 */
public record Retention(
        ProjectName project, Optional<Integer> keepLast, Optional<Integer> keepDays, Actor actor, Instant updateDate) {

    public static final int MAX_KEEP_LAST = 1000;
    public static final int MAX_KEEP_DAYS = 3650;

    /** Returns the time since which all deployments are kept. */
    public Optional<Instant> keptSince(Instant now) {
        return keepDays.map(days -> now.minus(Duration.ofDays(days)));
    }

    /** Returns why the policy does not keep a deployment. */
    public String reason() {
        return Stream.of(
                        keepLast.map(count -> "not among the newest " + count + " of " + project),
                        keepDays.map(days -> "older than " + days + " days"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", and "));
    }
}
