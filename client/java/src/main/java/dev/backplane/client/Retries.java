package dev.backplane.client;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Decides whether and when a request is repeated. */
record Retries(int attempts) {

    private static final Set<Integer> MAYBE_EXECUTED = Set.of(502, 503, 504);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
    private static final long FIRST_WAIT_MILLIS = 200;

    /** Returns how long to wait before the next attempt; empty if there is none. */
    Optional<Duration> waitAfter(Call call, HttpResponse<?> response, int attempt) {
        Duration wait = retryAfter(response.headers()).orElseGet(() -> backoff(attempt));
        boolean repeat = attempt < attempts && wait.compareTo(LONGEST_WAIT) <= 0 && isRepeatable(call, response);
        return repeat ? Optional.of(wait) : Optional.empty();
    }

    /** Returns how long to wait after an attempt without a response. */
    Optional<Duration> waitAfterFailure(Call call, int attempt) {
        return attempt < attempts && call.isRepeatable() ? Optional.of(backoff(attempt)) : Optional.empty();
    }

    /**
     * A 503 with a problem, and a 429, have changed nothing, so every request can be repeated. After another 503 or a
     * 504, the function may have done its work.
     */
    private static boolean isRepeatable(Call call, HttpResponse<?> response) {
        int status = response.statusCode();
        boolean refused = status == 503
                && response.headers()
                        .firstValue("Content-Type")
                        .filter(type -> type.startsWith("application/problem+json"))
                        .isPresent();
        return status == 429 || refused || (MAYBE_EXECUTED.contains(status) && call.isRepeatable());
    }

    static Optional<Duration> retryAfter(HttpHeaders headers) {
        return headers.firstValue("Retry-After")
                .filter(value -> value.matches("[0-9]{1,6}"))
                .map(value -> Duration.ofSeconds(Long.parseLong(value)));
    }

    /** A random part of a time that doubles with each attempt. */
    private static Duration backoff(int attempt) {
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(FIRST_WAIT_MILLIS << attempt));
    }

    static void await(Duration wait) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(wait.toMillis());
    }
}
