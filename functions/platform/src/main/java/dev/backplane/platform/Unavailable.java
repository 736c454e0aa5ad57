package dev.backplane.platform;

import java.time.Duration;

/**
 * The work could not be done now, and the same request may succeed later.
 *
 * <p>Nothing was changed, unless a call to AWS got no answer: then it is not known whether it took effect.
 */
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
