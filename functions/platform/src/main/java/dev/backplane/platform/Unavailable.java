package dev.backplane.platform;

import java.time.Duration;

/** The work could not be done now, nothing was changed, and the same request may succeed later. */
public final class Unavailable extends RuntimeException {

    private final String code;
    private final Duration retryAfter;

    public Unavailable(String code, String detail, Duration retryAfter, Throwable cause) {
        super(detail, cause);
        this.code = code;
        this.retryAfter = retryAfter;
    }

    public Unavailable(String code, String detail, Duration retryAfter) {
        super(detail);
        this.code = code;
        this.retryAfter = retryAfter;
    }

    /** The stable code clients match on. */
    public String code() {
        return code;
    }

    /** How long a caller should wait before the next try. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
