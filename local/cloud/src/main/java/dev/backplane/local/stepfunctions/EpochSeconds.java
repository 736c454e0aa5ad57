package dev.backplane.local.stepfunctions;

import java.math.BigDecimal;
import java.time.Instant;

/** Times as AWS's JSON protocol writes them. */
final class EpochSeconds {

    private static final int MILLIS = 3;

    private EpochSeconds() {}

    /** Seconds since 1970, with fractions. */
    static BigDecimal seconds(Instant time) {
        return BigDecimal.valueOf(time.toEpochMilli(), MILLIS);
    }
}
