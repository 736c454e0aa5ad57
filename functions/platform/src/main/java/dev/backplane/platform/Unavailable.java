package dev.backplane.platform;

import java.time.Duration;

/**
 * The request could not be completed now; the same request may succeed later.
 *
 * <p>Nothing was changed, unless a call to AWS got no response: it may have taken effect.
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

    /** Returns the stable code that clients match on. */
    public String code() {
        return code;
    }

    /** Returns how long a caller should wait before the next attempt. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
