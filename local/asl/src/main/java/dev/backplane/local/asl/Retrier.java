package dev.backplane.local.asl;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How often and when a state is retried after some errors.
 *
 * @param maxDelay the longest pause, before jitter
 * @param fullJitter whether each pause is a random part of the computed one
 */
public record Retrier(
        List<String> errors,
        Duration interval,
        int maxAttempts,
        double backoffRate,
        Optional<Duration> maxDelay,
        boolean fullJitter) {

    static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);
    static final int DEFAULT_ATTEMPTS = 3;
    static final double DEFAULT_BACKOFF = 2.0;
    /** More than any pause; it keeps the arithmetic in range. */
    private static final double LONGEST_SECONDS = 31_622_400;

    /** Returns the pause before a retry, given the number of retries that this retrier has used. */
    public Duration delay(int retriesSoFar, RandomGenerator random) {
        double seconds = Math.min(interval.toSeconds() * Math.pow(backoffRate, retriesSoFar), LONGEST_SECONDS);
        double capped = maxDelay.map(longest -> Math.min(seconds, (double) longest.toSeconds()))
                .orElse(seconds);
        double chosen = fullJitter ? capped * random.nextDouble() : capped;
        return Duration.ofMillis(Math.round(chosen * 1_000));
    }
}
