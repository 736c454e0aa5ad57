package dev.backplane.client;

import java.io.Serial;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.Optional;

/** Reports a response with an error. */
public final class BackplaneException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final int status;
    private final transient HttpHeaders headers;
    private final transient Optional<Problem> problem;

    BackplaneException(int status, HttpHeaders headers, Optional<Problem> problem, String message) {
        super(message);
        this.status = status;
        this.headers = headers;
        this.problem = problem;
    }

    public int status() {
        return status;
    }

    public HttpHeaders headers() {
        return headers;
    }

    /** Returns the problem; empty if API Gateway responded, for example because the token was not accepted. */
    public Optional<Problem> problem() {
        return problem;
    }

    /** Returns the stable code of the problem; empty text if API Gateway responded. */
    public String code() {
        return problem.map(Problem::code).orElse("");
    }

    /** Returns how long to wait before the next attempt, if the response tells it. */
    public Optional<Duration> retryAfter() {
        return Retries.retryAfter(headers);
    }
}
